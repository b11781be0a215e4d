// The part of the pre-filter for every processor: finds the positions, among
// every second position of a text, at which one of some thousand q-grams of
// four bytes may be.
// Thread-safety: a QgramProbe is immutable once its q-grams were added.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "match/prefilter/qgram_choice.h"
#include "match/prefilter/qgram_table.h"

namespace sluice {

class QgramProbe {
 public:
  static constexpr std::size_t kStep = 2;               // positions
  static constexpr std::size_t kBlock = 64;             // positions
  static constexpr std::size_t kOverhang = kQgram - 1;  // bytes read after
  static constexpr unsigned kSlotBits = 17;
  static constexpr std::size_t kSlots = 1U << kSlotBits;  // bytes

  QgramProbe() : taken_(kSlots), screen_(kSlots / 32) {}

  // Adds a q-gram of at least kShortQgram bytes.
  void add(const LiteralQgram& qgram);

  // The share of random positions that are flagged.
  double fill() const;

  // Finds the even positions in [0, blocks * kBlock) of `text` at which a
  // q-gram may begin. Writes them to `positions`, in order, and returns their
  // number. There must be room for all and one more. Reads kOverhang bytes
  // after them.
  std::size_t flag(const std::uint8_t* text, std::size_t blocks,
                   std::uint32_t* positions) const;

  // Looks up the bytes at `positions` in `table`, to which the same q-grams
  // were added. `positions` are at most QgramTable::kBatch of those of flag().
  // The candidates are in the order of their positions.
  void find(const QgramTable& table, const std::uint8_t* text,
            std::span<const std::uint32_t> positions,
            QgramTable::Candidates* candidates) const;

  // append_to() appends it to `bytes`, for the same build of this program.
  // take_from() reads it from their beginning, and returns false if there are
  // not enough.
  void append_to(std::string* bytes) const;
  bool take_from(std::string_view* bytes);

 private:
  // By slot: 1 if a q-gram may have these bytes, otherwise 0.
  std::vector<std::uint8_t> taken_;
  // A second set by another hash, with a bit for each hash value.
  std::vector<std::uint32_t> screen_;
};

}  // namespace sluice
