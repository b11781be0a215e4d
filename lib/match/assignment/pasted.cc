#include "match/assignment/pasted.h"

#include <algorithm>
#include <array>

#include "text/ascii.h"

namespace sluice {
namespace {

// U+00A0, U+1680, U+2000 to U+200F, U+202F, U+205F, U+2060, U+3000, U+FEFF.
constexpr auto kBlanks = std::to_array<std::string_view>({
    "\xC2\xA0",     "\xE1\x9A\x80", "\xE2\x80\x80", "\xE2\x80\x81",
    "\xE2\x80\x82", "\xE2\x80\x83", "\xE2\x80\x84", "\xE2\x80\x85",
    "\xE2\x80\x86", "\xE2\x80\x87", "\xE2\x80\x88", "\xE2\x80\x89",
    "\xE2\x80\x8A", "\xE2\x80\x8B", "\xE2\x80\x8C", "\xE2\x80\x8D",
    "\xE2\x80\x8E", "\xE2\x80\x8F", "\xE2\x80\xAF", "\xE2\x81\x9F",
    "\xE2\x81\xA0", "\xE3\x80\x80", "\xEF\xBB\xBF",
});

// U+2018 to U+201F, U+00AB, U+00BB, U+300C, U+300D.
constexpr auto kQuotes = std::to_array<std::string_view>({
    "\xE2\x80\x98",
    "\xE2\x80\x99",
    "\xE2\x80\x9A",
    "\xE2\x80\x9B",
    "\xE2\x80\x9C",
    "\xE2\x80\x9D",
    "\xE2\x80\x9E",
    "\xE2\x80\x9F",
    "\xC2\xAB",
    "\xC2\xBB",
    "\xE3\x80\x8C",
    "\xE3\x80\x8D",
});

template <std::size_t kCount>
std::size_t size_of_first(const std::array<std::string_view, kCount>& some,
                          std::string_view text) {
  for (const std::string_view one : some)
    if (text.starts_with(one)) return one.size();
  return 0;
}

template <std::size_t kCount>
std::size_t size_of_last(const std::array<std::string_view, kCount>& some,
                         std::string_view text) {
  for (const std::string_view one : some)
    if (text.ends_with(one)) return one.size();
  return 0;
}

// ECMA-48, 8.3.117: ESC [ 1 ; 3 2 m; also ESC [ K, which grep writes.
std::size_t colour(std::string_view text) {
  constexpr std::size_t kLongest = 24;
  if (!text.starts_with("\x1b[")) return 0;
  std::size_t at = 2;
  while (at < text.size() && at < kLongest &&
         (is_digit(text[at]) || text[at] == ';'))
    ++at;
  return at < text.size() && (text[at] == 'm' || text[at] == 'K') ? at + 1 : 0;
}

}  // namespace

std::size_t pasted_blank(std::string_view text) {
  if (text.empty()) return 0;
  if (text.front() == '\x1b') return colour(text);
  return static_cast<unsigned char>(text.front()) < 0x80
             ? 0
             : size_of_first(kBlanks, text);
}

std::size_t pasted_quote(std::string_view text) {
  return text.empty() || static_cast<unsigned char>(text.front()) < 0x80
             ? 0
             : size_of_first(kQuotes, text);
}

std::size_t find_wide_stop(std::string_view text) {
  std::size_t first = text.npos;
  // U+FF0C, U+FF1B, U+3001, U+3002
  for (const std::string_view stop :
       {"\xEF\xBC\x8C", "\xEF\xBC\x9B", "\xE3\x80\x81", "\xE3\x80\x82"})
    first = std::min(first, text.find(stop));
  return first;
}

std::string_view without_pasted(std::string_view value) {
  for (;;) {
    const std::size_t first = pasted_blank(value) + pasted_quote(value);
    if (first == 0) break;
    value.remove_prefix(first);
  }
  for (;;) {
    const std::size_t escape = value.rfind('\x1b');
    const bool coloured = escape != value.npos &&
                          colour(value.substr(escape)) != 0 &&
                          escape + colour(value.substr(escape)) == value.size();
    const std::size_t last =
        coloured ? value.size() - escape
                 : size_of_last(kBlanks, value) + size_of_last(kQuotes, value);
    if (last == 0) return value;
    value.remove_suffix(last);
  }
}

}  // namespace sluice
