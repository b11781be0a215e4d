// The part of the pre-filter that runs on every processor: at which of every
// second position of a text one of some thousand windows of four bytes may
// stand.
// Thread-safety: a WindowProbe is immutable once its windows were added.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "match/literal_window.h"
#include "match/window_table.h"

namespace sluice {

class WindowProbe {
 public:
  static constexpr std::size_t kStep = 2;                // positions
  static constexpr std::size_t kBlock = 64;              // positions
  static constexpr std::size_t kOverhang = kWindow - 1;  // bytes read after
  static constexpr unsigned kSlotBits = 17;
  static constexpr std::size_t kSlots = 1U << kSlotBits;  // bytes

  WindowProbe() : taken_(kSlots), screen_(kSlots / 32) {}

  // Adds a window of kShortWindow bytes or more.
  void add(const LiteralWindow& window);

  // The share of random positions that are flagged.
  double fill() const;

  // Writes the even ones of the positions [0, blocks * kBlock) of `text` at
  // which a window may begin to `positions`, in order, and returns how many
  // they are. There must be room for all and one more. Reads kOverhang bytes
  // behind them.
  std::size_t flag(const std::uint8_t* text, std::size_t blocks,
                   std::uint32_t* positions) const;

  // Looks up in `table`, to which the same windows were added, what stands at
  // `positions`, WindowTable::kBatch of flag()'s at most. The candidates are in
  // the order of their positions.
  void find(const WindowTable& table, const std::uint8_t* text,
            std::span<const std::uint32_t> positions,
            WindowTable::Candidates* candidates) const;

  // Appends itself to `bytes`, for the same build of this program, and takes
  // itself from their beginning. False if they are not enough.
  void append_to(std::string* bytes) const;
  bool take_from(std::string_view* bytes);

 private:
  // By slot: 1 where some window may have these bytes, else 0.
  std::vector<std::uint8_t> taken_;
  // The same by another hash, a bit each.
  std::vector<std::uint32_t> screen_;
};

}  // namespace sluice
