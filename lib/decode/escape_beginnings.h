// The first two characters of escapes that pay (triggers.h).
// Thread-safety: constants.
#pragma once

#include <array>
#include <string_view>

namespace sluice {

// What an escape that pays may begin with: a character, and one of `seconds`
// behind it. With AVX2 the search asks for the lower half of a second character
// and for the upper one apart, and each entry has its answers to itself. So '='
// has two entries: of "3" (0x33) and "\n" (0x0A) together, "=:" (0x3A) would fit, of
// "3" and "\r" (0x0D) the frequent "==" (0x3D).
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
