// Letters beyond ASCII that passwords and names are written with.
// Thread-safety: pure functions. Cost: no allocation.
#pragma once

#include <cstddef>
#include <string_view>

namespace sluice {

// Whether text[at] and the byte behind it are one letter of the Latin, Greek,
// Cyrillic or Armenian alphabet in UTF-8: U+00C0 to U+053F, all of two bytes.
// What is set in the scripts beyond them is text for people: passwords are
// seldom, for they are entered on keyboards that must be switched for it.
inline bool is_foreign_letter(std::string_view text, std::size_t at) {
  if (at + 1 >= text.size()) return false;
  const auto lead = static_cast<unsigned char>(text[at]);
  const auto next = static_cast<unsigned char>(text[at + 1]);
  // The signs for times and division stand among the letters.
  const bool sign = lead == 0xc3 && (next == 0x97 || next == 0xb7);
  return lead >= 0xc3 && lead <= 0xd4 && (next & 0xc0U) == 0x80U && !sign;
}

// How many bytes the sign beyond ASCII at text[at] has that keyboards have a
// key for (U+00A1 to U+00BF without quotes and signs of printers, as in "§";
// currencies, as in "€"); 0 if there is none.
inline std::size_t foreign_sign_size(std::string_view text, std::size_t at) {
  constexpr std::string_view kOfPrinters = "\xa9\xaa\xab\xad\xae\xb7\xba\xbb";
  const std::string_view sign = text.substr(at, 3);
  if (sign.size() >= 2 && sign[0] == '\xc2' && sign[1] >= '\xa1' &&
      sign[1] <= '\xbf' && kOfPrinters.find(sign[1]) == kOfPrinters.npos)
    return 2;
  return sign.size() == 3 && sign.starts_with("\xe2\x82") &&
                 sign[2] >= '\xa0' && sign[2] <= '\xbf'
             ? 3
             : 0;
}

}  // namespace sluice
