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

}  // namespace sluice
