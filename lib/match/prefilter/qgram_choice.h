// Which bytes of each literal stand for it in the pre-filter: a few in a row
// that source code, prose and logs hold rarely, and that it has in common with
// as many other literals as can be.
// Thread-safety: pure functions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "match/prefilter/literal.h"

namespace sluice {

inline constexpr std::size_t kQgram = 4;  // bytes
// Of literals that have no more bytes.
inline constexpr std::size_t kShortQgram = 3;
inline constexpr std::size_t kMinQgram = 2;

// A byte without the bit that tells the cases of a letter apart and without
// the topmost. Digits and most punctuation fold onto control characters, which
// are rare.
inline constexpr std::uint8_t kFoldMask = 0x5f;

struct LiteralQgram {
  std::ptrdiff_t offset = 0;  // in the literal; -1: begins with any byte
  std::size_t size = 0;       // kMinQgram to kQgram, with that byte
  std::array<std::uint8_t, kQgram> folded{};  // zero where it has no byte
};

// How often one of the bytes of this folded form stands in source code, prose
// and logs: among 100,000.
float byte_rate(std::uint8_t folded);

// A q-gram of each literal; all have kMinQgram bytes or more.
std::vector<LiteralQgram> choose_qgrams(std::span<const Literal> literals);

// The same for q-grams at even places, of the literals that begin at a place
// of this parity; all have kShortQgram bytes or more.
std::vector<LiteralQgram> choose_qgrams(std::span<const Literal> literals,
                                        std::size_t parity);

}  // namespace sluice
