// Letters beyond ASCII that occur in passwords and names.
// Thread-safety: pure functions. Cost: no allocation.
#pragma once

#include <cstddef>
#include <string_view>

namespace sluice {

// Whether text[at] and the byte after it are one letter of the Latin, Greek,
// Cyrillic or Armenian alphabet in UTF-8: U+00C0 to U+053F, all of two bytes.
// Text in other scripts is for people. Passwords in them are rare, because
// people must switch their keyboards to enter them.
inline bool is_foreign_letter(std::string_view text, std::size_t at) {
  if (at + 1 >= text.size()) return false;
  const auto lead = static_cast<unsigned char>(text[at]);
  const auto next = static_cast<unsigned char>(text[at + 1]);
  // The signs for multiplication and division are among the letters.
  const bool sign = lead == 0xc3 && (next == 0x97 || next == 0xb7);
  return lead >= 0xc3 && lead <= 0xd4 && (next & 0xc0U) == 0x80U && !sign;
}

// Whether the three bytes at text[at] are a character of Japanese, Chinese or
// Korean in UTF-8: U+3041 to U+30FF, U+4E00 to U+9FFF, U+AC00 to U+D7A3. Such
// names say that a value is a password.
inline bool is_east_asian_letter(std::string_view text, std::size_t at) {
  if (at + 2 >= text.size()) return false;
  const auto byte = [&](std::size_t ahead) {
    return static_cast<unsigned char>(text[at + ahead]);
  };
  const unsigned lead = byte(0);
  if ((byte(1) & 0xc0U) != 0x80U || (byte(2) & 0xc0U) != 0x80U) return false;
  const unsigned point =
      (lead & 0xfU) << 12U | (byte(1) & 0x3fU) << 6U | (byte(2) & 0x3fU);
  return (lead & 0xf0U) == 0xe0U && ((point >= 0x3041 && point <= 0x30ff) ||
                                     (point >= 0x4e00 && point <= 0x9fff) ||
                                     (point >= 0xac00 && point <= 0xd7a3));
}

// Returns the number of bytes of the sign at text[at], if it is a sign beyond
// ASCII for which keyboards have a key: U+00A1 to U+00BF without quotes and
// signs of printers, such as "§"; currencies, such as "€". Otherwise 0.
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
