// The vector part of the pre-filter: at which positions of a text one of some
// hundred q-grams of four bytes may stand.
// Thread-safety: a QgramMask is immutable once its q-grams were added.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "match/prefilter/qgram_choice.h"

namespace sluice {

// The flagged ones of 64 positions in a row; bit i stands for the position
// `first` + i. Never empty.
struct FlaggedBlock {
  std::uint32_t first;
  std::uint64_t positions;
};

class QgramMask {
 public:
  static constexpr std::size_t kBlock = 64;             // positions
  static constexpr std::size_t kOverhang = kQgram - 1;  // bytes read after

  // Whether this processor has the instructions that flag() is made of. The
  // rest runs everywhere.
  static bool supported();

  // Groups are what q-grams share: eight to a layer. Every layer that is used
  // costs a look-up of each hash more.
  static constexpr std::size_t kGroups = 8;
  static constexpr std::size_t kMaxLayers = 4;

  // Adds a q-gram of kMinQgram to kQgram bytes; with `caseless`, in all of
  // its cases. `group` is below kGroups * kMaxLayers. Q-grams of one group use
  // the same bit of each table, which costs least if they are alike. Short ones
  // belong into a group of their own for each size, since it ignores the bytes
  // that they lack.
  void add(std::string_view qgram, bool caseless, std::size_t group);

  // An estimate of how full the tables are: the share of positions that the
  // hashes of pairs alone would flag in random bytes. The single bytes bring it
  // down to a seventh of that in source code.
  double false_alarm_rate() const;

  // Writes the blocks of text[0, blocks * kBlock) that have a flag to `out`,
  // which has room for `blocks`, and returns how many. Reads kOverhang bytes
  // behind them. To be called only where supported().
  std::size_t flag(const std::uint8_t* text, std::size_t blocks,
                   FlaggedBlock* out) const;

 private:
  static constexpr std::size_t kHashes = 10;
  static constexpr std::size_t kSlots = 128;

  template <std::size_t kLayers>
  std::size_t flag_layers(const std::uint8_t* text, std::size_t blocks,
                          FlaggedBlock* out) const;

  // A bit for each group of a layer, by hash and its value.
  struct Layer {
    alignas(64) std::array<std::array<std::uint8_t, kSlots>, kHashes> groups{};
  };
  std::array<Layer, kMaxLayers> layers_{};
  std::size_t used_ = 1;  // layers
  // Where there would be padding.
  [[maybe_unused]] std::array<std::uint64_t, 7> unused_{};
};

}  // namespace sluice
