// Finds the places, among every fourth place of a text, at which one of many
// q-grams of four bytes may be (stride_probe.cc).
// Thread-safety: a StrideProbe is immutable once its q-grams were added.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "match/prefilter/prefilter.h"
#include "match/prefilter/qgram_choice.h"

namespace sluice {

class StrideProbe {
 public:
  using Front = Prefilter::Front;

  static constexpr std::size_t kStride = 4;  // bytes
  static constexpr std::size_t kBlock = 64;  // bytes
  static constexpr std::size_t kMaxBlocks = 64;

  // For so many q-grams.
  StrideProbe(Front front, std::size_t qgrams);

  // Adds a q-gram of kQgram bytes.
  void add(const LiteralQgram& qgram);

  // Whether there are so few q-grams that most other text is not flagged.
  bool is_selective() const;

  // Places in a text, and room for some that are written but not kept.
  using Places = std::array<std::uint32_t, kMaxBlocks * kBlock / kStride + 16>;

  // Finds the places at multiples of kStride in [0, blocks * kBlock) of `text`
  // at which a q-gram may be. `blocks` is at most kMaxBlocks. Writes them to
  // `places`, in order, and returns their number. Call it only if the processor
  // can run the front.
  std::size_t flag(const std::uint8_t* text, std::size_t blocks,
                   Places* places) const;

 private:
  std::size_t flag_by_vectors(const std::uint8_t* text, std::size_t blocks,
                              Places* places) const;
  std::size_t flag_by_bytes(const std::uint8_t* text, std::size_t blocks,
                            Places* places) const;

  Front front_;
  // By hash: a word in which two bits are set for each q-gram.
  std::vector<std::uint32_t> words_;
  unsigned word_shift_;
  // Only for Front::kPortable. By another hash: 1 if a q-gram has it, else 0.
  std::vector<std::uint8_t> bytes_;
  unsigned byte_shift_ = 0;
  // By byte without its topmost bit: bit i is set if a q-gram may have it as
  // its byte i.
  alignas(64) std::array<std::uint8_t, 128> alphabet_{};
};

}  // namespace sluice
