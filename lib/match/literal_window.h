// Which bytes of a literal stand for it in the pre-filter: the few in a row
// that source code, prose and logs hold most rarely.
// Thread-safety: pure functions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

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
  std::size_t offset = 0;                      // in the literal
  std::size_t size = 0;                        // kLeastWindow to kWindow
  std::array<std::uint8_t, kWindow> folded{};  // zero after `size`
};

// The rarest window of `literal`, which has kLeastWindow bytes or more.
LiteralWindow rarest_window(std::string_view literal);

}  // namespace sluice
