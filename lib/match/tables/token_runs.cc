// Texts are words, and words have no digits: so the search looks for a digit,
// eight bytes as one number, and measures the run around it. Where digits are
// frequent the runs around them are short.
//
// Rejected: to look at every sixteenth byte and go back from it (long_run.cc),
// which in a text of short words goes back four bytes to go on by twelve, and
// whose branches no predictor foretells; and to look for eight bytes of a token
// in a row, which half of the words of a text hold nearly.
#include "match/tables/token_runs.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "text/ascii.h"

namespace sluice {
namespace {

constexpr std::size_t kMinRun = 16;
constexpr std::ptrdiff_t kMinOfEach = 2;  // digits, letters
constexpr std::size_t kEight = sizeof(std::uint64_t);
constexpr std::size_t kMaxPadding = 2;  // = signs

constexpr auto kTokenChars = [] {
  std::array<bool, 256> all{};
  for (std::size_t c = 0; c < 128; ++c)
    all[c] = is_ascii_word(static_cast<char>(c)) || c == '-';
  return all;
}();

bool is_token_char(char c) {
  return kTokenChars[static_cast<unsigned char>(c)];
}

bool is_joined(char c) {
  return is_token_char(c) || c == '.' || c == '+' || c == '/' || c == '~';
}

bool may_stand_before(char c) {
  constexpr std::string_view kBefore = " \t\n\"'`=:>(|";
  return kBefore.find(c) != kBefore.npos;
}

bool may_stand_behind(char c) {
  constexpr std::string_view kBehind = " \t\r\n\"'`,;)]}<\\|&#";
  return kBehind.find(c) != kBehind.npos;
}

constexpr std::uint64_t of_eight(unsigned char byte) {
  return 0x0101010101010101U * byte;
}

constexpr std::uint64_t kHighBits = of_eight(0x80);

// For each of eight bytes its high bit: set where it is a digit. No sum reaches
// the next byte.
constexpr std::uint64_t digits_of(std::uint64_t bytes) {
  const std::uint64_t low = bytes & ~kHighBits;
  const std::uint64_t at_least_0 = low + of_eight(0x80 - '0');
  const std::uint64_t above_9 = low + of_eight(0x80 - ('9' + 1));
  return at_least_0 & ~above_9 & ~bytes & kHighBits;
}

// Which of the eight is the first whose high bit is set.
std::size_t first_of(std::uint64_t bits) {
  const int before = std::endian::native == std::endian::little
                         ? std::countr_zero(bits)
                         : std::countl_zero(bits);
  return static_cast<std::size_t>(before) / 8;
}

// The first digit at `from` or behind; text.size() if there is none.
std::size_t find_digit(std::string_view text, std::size_t from) {
  std::size_t at = from;
  for (; text.size() - at >= kEight; at += kEight) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, text.data() + at, kEight);
    if (const std::uint64_t digits = digits_of(bytes); digits != 0)
      return at + first_of(digits);
  }
  while (at < text.size() && !is_digit(text[at])) ++at;
  return at;
}

// The value that text[run) is part of; nothing if it is none.
std::optional<TokenRun> value_around(std::string_view text, std::size_t floor,
                                     TokenRun run) {
  while (run.begin > floor && is_joined(text[run.begin - 1])) --run.begin;
  if (text[run.begin] == '/' || text[run.begin] == '.') return std::nullopt;
  if (run.begin > 0 && !may_stand_before(text[run.begin - 1]))
    return std::nullopt;
  while (run.end < text.size() && is_joined(text[run.end])) ++run.end;
  for (std::size_t i = 0; i < kMaxPadding; ++i)
    if (run.end < text.size() && text[run.end] == '=') ++run.end;
  while (text[run.end - 1] == '.') --run.end;  // of a sentence
  if (run.end < text.size() && text[run.end] != '.' &&
      !may_stand_behind(text[run.end]))
    return std::nullopt;
  const std::string_view value = text.substr(run.begin, run.end - run.begin);
  if (std::ranges::count_if(value, is_digit) < kMinOfEach ||
      std::ranges::count_if(value, is_letter) < kMinOfEach)
    return std::nullopt;
  return run;
}

// What may be the last word of a name that a dash joins to its value.
constexpr std::string_view kSecrecyWords[] = {"access", "key", "private",
                                              "secret", "token"};

bool ends_with_secrecy(std::string_view name) {
  return std::ranges::any_of(kSecrecyWords, [&](std::string_view word) {
    return name.size() >= word.size() &&
           std::ranges::equal(name.substr(name.size() - word.size()), word, {},
                              [](char c) { return lower(c); });
  });
}

}  // namespace

std::size_t behind_glued_name(std::string_view run) {
  constexpr std::size_t kLongestGluedName = 48;
  std::size_t value = 0;
  for (std::size_t dash = run.substr(0, kLongestGluedName).find('-');
       dash < kLongestGluedName && run.size() - dash > kMinRun;
       dash = run.find('-', dash + 1))
    if (ends_with_secrecy(run.substr(0, dash))) value = dash + 1;
  return value;
}

std::optional<TokenRun> next_token_run(std::string_view text,
                                       std::size_t from) {
  for (std::size_t at = find_digit(text, from); at < text.size();) {
    TokenRun run{at, at + 1};
    while (run.begin > from && is_token_char(text[run.begin - 1])) --run.begin;
    while (run.end < text.size() && is_token_char(text[run.end])) ++run.end;
    if (run.end - run.begin >= kMinRun)
      if (const auto value = value_around(text, from, run)) return value;
    at = find_digit(text, run.end);
  }
  return std::nullopt;
}

}  // namespace sluice
