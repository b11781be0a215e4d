// Chooses the bytes that represent each literal in the pre-filter: a few in a
// row that are rare in source code, prose and logs, and that as many other
// literals as possible also contain.
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
// For literals that have no more bytes.
inline constexpr std::size_t kShortQgram = 3;
inline constexpr std::size_t kMinQgram = 2;

// Clears the bit that distinguishes the cases of a letter, and the topmost bit.
// Digits and most punctuation then equal control characters, which are rare.
inline constexpr std::uint8_t kFoldMask = 0x5f;
inline constexpr std::uint32_t kFoldWord = 0x01010101U * kFoldMask;

struct LiteralQgram {
  std::ptrdiff_t offset = 0;  // in the literal; -1 if any byte comes first
  std::size_t size = 0;       // kMinQgram to kQgram, that byte included
  std::array<std::uint8_t, kQgram> folded{};  // zero beyond `size`
};

// How often a byte of this folded form occurs in 100,000 bytes of source code,
// prose and logs.
float byte_rate(std::uint8_t folded);

// Returns an estimate, on a scale of its own, of how often the q-gram occurs in
// such texts.
float qgram_rate(const LiteralQgram& qgram);

// Returns a q-gram for each literal. All have at least kMinQgram bytes.
std::vector<LiteralQgram> choose_qgrams(std::span<const Literal> literals);

// Chooses q-grams at even places, for the literals that begin at a place of
// this parity. All have at least kShortQgram bytes.
std::vector<LiteralQgram> choose_qgrams(std::span<const Literal> literals,
                                        std::size_t parity);

}  // namespace sluice
