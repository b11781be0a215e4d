// The vector part of the pre-filter: finds the positions of a text at which one
// of some hundred q-grams of four bytes may be.
//
// Example: a group has the q-grams "sent", "sk_t" and "te_k". Ten tables are
// looked up for a position: one for each of its four bytes, and one for each
// pair of them. An entry has the group's bit if it belongs to a q-gram of the
// group. For the position of "se_t" in "use_tls", each table finds one:
//
//      u s e _ t l s
//        s              "sent", "sk_t"
//          e            "sent", "te_k"
//            _          "sk_t", "te_k"
//              t        "sent", "sk_t"
//        s e            "sent"
//        s   _          "sk_t"
//        s     t        "sent", "sk_t"
//          e _          "te_k"
//          e   t        "sent"
//            _ t        "sk_t"
//
// So the position is flagged. It is a false alarm, because "se_t" is none of
// the three; the next sieve drops it (qgram_table.h). The position after it, of
// "e_tl", is not flagged: no q-gram of the group begins with e.
//
// Thread-safety: a QgramMask is immutable once its q-grams were added.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "match/prefilter/qgram_choice.h"

namespace sluice {

// The flagged ones of 64 positions in a row. Bit i means the position `first` +
// i. Never empty.
struct FlaggedBlock {
  std::uint32_t first;
  std::uint64_t positions;
};

class QgramMask {
 public:
  static constexpr std::size_t kBlock = 64;             // positions
  static constexpr std::size_t kOverhang = kQgram - 1;  // bytes read after

  // Whether this processor has the instructions of flag(). The rest runs on
  // every processor.
  static bool supported();

  // Q-grams share groups: eight per layer. Every used layer costs one more
  // look-up of each hash.
  static constexpr std::size_t kGroups = 8;
  static constexpr std::size_t kMaxLayers = 4;

  // Adds a q-gram of kMinQgram to kQgram bytes; with `caseless`, in all of its
  // cases. `group` is below kGroups * kMaxLayers. Q-grams of one group use the
  // same bit of each table, which costs least if they are alike. Short q-grams
  // need a separate group for each size, because such a group ignores the bytes
  // that they lack.
  void add(std::string_view qgram, bool caseless, std::size_t group);

  // An estimate of how full the tables are: the share of positions that the
  // hashes of pairs alone would flag in random bytes. In source code, the
  // single bytes reduce it to a seventh.
  double false_alarm_rate() const;

  // Writes the blocks of text[0, blocks * kBlock) that have a flag to `out`,
  // which has room for `blocks`. Returns their number. Reads kOverhang bytes
  // after them. Call it only if supported().
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
