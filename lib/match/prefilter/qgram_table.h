// The q-grams of literals, by hash: the sieve after QgramMask.
// Thread-safety: immutable once its q-grams were added.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "match/prefilter/qgram_choice.h"
#include "match/prefilter/qgram_mask.h"

namespace sluice {

class QgramTable {
 public:
  QgramTable() { key_.fill(kNoKey); }

  static constexpr unsigned kSlotBits = 13;
  static constexpr std::size_t kSlots = 1U << kSlotBits;

  // A q-gram's bytes as a little-endian integer, zeros for those it lacks.
  static std::uint32_t key_of(const LiteralQgram& qgram);

  // The slot of a key. The caller distinguishes q-grams of one slot.
  static std::uint32_t slot_of(std::uint32_t key) {
    return (key * kMultiplier) >> (32 - kSlotBits);
  }
  // The multiplier of the hash.
  static constexpr std::uint32_t kMultiplier = 2654435761U;

  void add(const LiteralQgram& qgram);

  // Whether a q-gram with this key may be in `slot`, which is the key's slot.
  bool may_hold(std::uint32_t key, std::uint32_t slot) const {
    // Without a jump.
    return (unsigned{key_[slot] == key} | unsigned{key_[slot] == kKeys}) != 0;
  }

  // Positions in a segment, and the slots of q-grams that may begin there. One
  // position may have several slots, for q-grams of several sizes.
  static constexpr std::size_t kBatch = 64;
  struct Candidates {
    std::size_t count = 0;
    // For each size of q-grams, and room for values that are written but not
    // kept.
    std::array<std::uint32_t, 4 * kBatch> at;
    std::array<std::uint32_t, 4 * kBatch> slot;
  };

  // Looks up the bytes at `positions`, at most kBatch, in `segment`. Reads
  // kQgram bytes there, and 15 positions more than there are. The candidates
  // are nearly in the order of their positions. Call it only if
  // QgramMask::supported().
  void find(const std::uint8_t* segment,
            std::span<const std::uint16_t> positions,
            Candidates* candidates) const;

 private:
  // No folded key has one of these values: the slot has no key, or several.
  static constexpr std::uint32_t kNoKey = 0xfffffffe;
  static constexpr std::uint32_t kKeys = 0xffffffff;

  std::array<std::uint32_t, kSlots> key_;  // by slot
  std::uint64_t pairs_ = 0;                // q-grams of kMinQgram bytes
};

// Writes the flagged positions of `blocks` to `positions`, in order, and
// returns their number. There must be room for QgramMask::kBlock more. Call it
// only if QgramMask::supported().
std::size_t positions_of(std::span<const FlaggedBlock> blocks,
                         std::uint16_t* positions);

}  // namespace sluice
