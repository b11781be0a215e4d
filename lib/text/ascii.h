// What the bytes of ASCII are, whatever the locale says; bytes above 127 are
// nothing of it.
// Thread-safety: pure functions.
#pragma once

namespace sluice {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_letter(char c) { return is_lower(c) || is_upper(c); }

// RE2's \w.
constexpr bool is_ascii_word(char c) {
  return is_letter(c) || is_digit(c) || c == '_';
}

// A letter made small; any other byte as it is.
constexpr char lower(char c) {
  return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace sluice
