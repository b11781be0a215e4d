// The first two characters of escapes and joints that pay (triggers.h).
// Thread-safety: constants.
#pragma once

#include <array>
#include <string_view>

namespace sluice {

// The beginnings that are worth decoding: one of `firsts`, followed by one of
// `seconds`. With AVX2 the search compares the lower and the upper half of a
// second character separately, and each of the seven entries has a bit of its
// own. So '=' has two entries. With "3" (0x33) and "\n" (0x0A) in one entry,
// "=:" (0x3A) would match; with "3" and "\r" (0x0D), the frequent "==" (0x3D)
// would.
struct EscapeBeginning {
  std::string_view firsts;
  std::string_view seconds;
};
inline constexpr std::array<EscapeBeginning, 7> kEscapeBeginnings = {
    {{"\\", "\"'nrtux/\\\r\n"},
     {"%", "234567"},
     {"&", "#qaglpesc"},
     {"=", "3"},
     {"=", "\r\n"},
     {">", "<0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"},
     {"\"'", " +.&\"'\r\n"}}};

}  // namespace sluice
