// The classes of ASCII bytes, independent of the locale. Bytes above 127 are in
// none of them.
// Thread-safety: pure functions.
#pragma once

#include <cstddef>
#include <string_view>

namespace sluice {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_letter(char c) { return is_lower(c) || is_upper(c); }

constexpr bool is_alnum(char c) { return is_letter(c) || is_digit(c); }
constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }
constexpr bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }
constexpr bool is_printable(char c) { return c >= ' ' && c < '\x7f'; }

// RE2's \w.
constexpr bool is_ascii_word(char c) { return is_alnum(c) || c == '_'; }

// A letter made small; any other byte as it is.
constexpr char lower(char c) {
  return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

// A hexadecimal digit, of either case, and its value.
constexpr bool is_hex(char c) {
  return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'f');
}
constexpr unsigned hex_value(char c) {
  return static_cast<unsigned>(is_digit(c) ? c - '0' : lower(c) - 'a' + 10);
}

// Without an early end, so that it is compiled to vector instructions.
constexpr bool is_ascii(std::string_view text) {
  unsigned char all = 0;
  for (const char c : text) all |= static_cast<unsigned char>(c);
  return all < 0x80;
}

// Returns how many bytes at the head of `text` are ASCII.
constexpr std::size_t ascii_head(std::string_view text) {
  constexpr std::size_t kAtOnce = 64;
  std::size_t at = 0;
  while (text.size() - at >= kAtOnce && is_ascii(text.substr(at, kAtOnce)))
    at += kAtOnce;
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
  return at;
}

// A text without the blanks at its ends.
constexpr std::string_view trim(std::string_view text,
                                std::string_view blanks = " \t") {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace sluice
