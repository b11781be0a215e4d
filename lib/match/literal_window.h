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

#include "match/literal.h"

namespace sluice {

inline constexpr std::size_t kWindow = 4;  // bytes
// Of literals that have no more bytes.
inline constexpr std::size_t kShortWindow = 3;
inline constexpr std::size_t kLeastWindow = 2;

// A byte without the bit that tells the cases of a letter apart and without
// the topmost. Digits and most punctuation fold onto control characters, which
// are rare.
inline constexpr std::uint8_t kFoldMask = 0x5f;

struct LiteralWindow {
  std::ptrdiff_t offset = 0;  // in the literal; -1: begins with any byte
  std::size_t size = 0;       // kLeastWindow to kWindow, with that byte
  std::array<std::uint8_t, kWindow> folded{};  // zero where it has no byte
};

// How often one of the bytes of this folded form stands in source code, prose
// and logs: among 100,000.
float byte_rate(std::uint8_t folded);

// A window of each literal; all have kLeastWindow bytes or more.
std::vector<LiteralWindow> choose_windows(std::span<const Literal> literals);

// The same for windows at even places, of the literals that begin at a place
// of this parity; all have kShortWindow bytes or more.
std::vector<LiteralWindow> choose_windows(std::span<const Literal> literals,
                                          std::size_t parity);

}  // namespace sluice
