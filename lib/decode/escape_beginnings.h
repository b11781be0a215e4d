// The first two characters of escapes that pay (triggers.h).
// Thread-safety: constants.
#pragma once

#include <array>
#include <string_view>

namespace sluice {

// The beginnings of escapes that are worth decoding: a character, followed by
// one of `seconds`. With AVX2 the search compares the lower and the upper half
// of a second character separately, and each entry has a bit of its own. So '='
// has two entries. With "3" (0x33) and "\n" (0x0A) in one entry, "=:" (0x3A)
// would match; with "3" and "\r" (0x0D), the frequent "==" (0x3D) would.
struct EscapeBeginning {
  char first;
  std::string_view seconds;
};
inline constexpr std::array<EscapeBeginning, 7> kEscapeBeginnings = {
    {{'\\', "\"'nrtux/\\"},
     {'%', "234567"},
     {'&', "#qaglpesc"},
     {'=', "3"},
     {'=', "\r\n"},
     {'>', "<0123456789"},
     {'>', "ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"}}};

}  // namespace sluice
