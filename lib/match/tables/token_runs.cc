// A block is 64 bytes. The 64 bits of a number say which of them are token
// characters, and four shifts of it find 16 in a row (find_long()). The number
// of token characters at the end of a block counts for the next block. Long
// words are rare, so most blocks take no more than that.
//
// Without AVX2, the search looks for a digit, eight bytes as one number, and
// measures the run around it. Texts are words, and words have no digits.
//
// Rejected: testing every sixteenth byte and going back from it
// (required_run.cc). In a text of short words, this goes back four bytes to
// advance by twelve, and the processor mispredicts its branches.
// Rejected: the search for a digit on processors with AVX2, because tables of
// numbers have a digit in each word.
#include "match/tables/token_runs.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "base/processor.h"
#include "text/ascii.h"
#include "text/ascii_set.h"

namespace sluice {
namespace {

constexpr std::size_t kMinRun = 16;
constexpr std::ptrdiff_t kMinOfEach = 2;  // digits, letters
constexpr std::size_t kEight = sizeof(std::uint64_t);
constexpr std::size_t kMaxPadding = 2;  // = signs

constexpr AsciiSet kTokenChars([](char c) {
  return is_ascii_word(c) || c == '-';
});

bool is_token_char(char c) { return kTokenChars.has(c); }

constexpr AsciiSet kJoinedChars([](char c) {
  return is_ascii_word(c) || c == '-' || c == '.' || c == '+' || c == '/' ||
         c == '~';
});

bool is_joined(char c) { return kJoinedChars.has(c); }

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

// The high bit of each of eight bytes, set if the byte is a digit. No sum
// reaches the next byte.
constexpr std::uint64_t digits_of(std::uint64_t bytes) {
  const std::uint64_t low = bytes & ~kHighBits;
  const std::uint64_t at_least_0 = low + of_eight(0x80 - '0');
  const std::uint64_t above_9 = low + of_eight(0x80 - ('9' + 1));
  return at_least_0 & ~above_9 & ~bytes & kHighBits;
}

// The number of the first of the eight bytes whose high bit is set.
std::size_t first_of(std::uint64_t bits) {
  const int before = std::endian::native == std::endian::little
                         ? std::countr_zero(bits)
                         : std::countl_zero(bits);
  return static_cast<std::size_t>(before) / 8;
}

// The first digit at `from` or after it; text.size() if there is none.
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

// Returns `run` with all token characters around it, except those before
// `from`.
TokenRun measured(std::string_view text, std::size_t from, TokenRun run) {
  while (run.begin > from && is_token_char(text[run.begin - 1])) --run.begin;
  while (run.end < text.size() && is_token_char(text[run.end])) ++run.end;
  return run;
}

std::optional<TokenRun> find_by_digit(std::string_view text, std::size_t from) {
  const std::size_t at = find_digit(text, from);
  if (at == text.size()) return std::nullopt;
  return measured(text, from, {at, at + 1});
}

#if defined(__x86_64__)
// Looks for kMinRun token characters in a row, in the blocks of 64 bytes from
// `*at` on. There are `*before` token characters directly before `*at`. If it
// finds so many, they begin at `*at - *before`. If not, less than a block is
// left from `*at` on, and `*before` has the same meaning there.
__attribute__((target("avx2,bmi"))) bool find_long(std::string_view text,
                                                   std::size_t* at,
                                                   std::size_t* before) {
  constexpr std::size_t kBlock = 64;
  static_assert(kMinRun == 16);
  for (; text.size() - *at >= kBlock; *at += kBlock) {
    const std::uint64_t tokens = kTokenChars.among(text.data() + *at);
    const auto head = static_cast<std::size_t>(std::countr_one(tokens));
    if (head + *before >= kMinRun) return true;
    const std::uint64_t begins = sixteen_in_a_row(tokens);
    if (begins != 0) {
      *at += static_cast<std::size_t>(std::countr_zero(begins));
      *before = 0;
      return true;
    }
    *before = static_cast<std::size_t>(std::countl_one(tokens));
  }
  return false;
}
#endif

// Returns a run of token characters at `from` or after it. Each run with
// kMinRun of them and a digit is returned, in order, and some others, too.
std::optional<TokenRun> next_run(std::string_view text, std::size_t from) {
#if defined(__x86_64__)
  if (has_avx2()) {
    std::size_t at = from;
    std::size_t before = 0;
    if (find_long(text, &at, &before))
      return measured(text, from, {at - before, at - before + kMinRun});
    // The rest is shorter than a block, apart from what began before.
    return find_by_digit(text, at - before);
  }
#endif
  return find_by_digit(text, from);
}

// Returns text[run) with all joined characters around it, except those before
// `floor`.
TokenRun joined_around(std::string_view text, std::size_t floor, TokenRun run) {
  while (run.begin > floor && is_joined(text[run.begin - 1])) --run.begin;
  while (run.end < text.size() && is_joined(text[run.end])) ++run.end;
  return run;
}

// Returns the part of text[floor, ...) in which all runs that lie in
// text[wanted) are found: with the characters that are joined with its first
// and its last one, and what follows a run.
TokenRun with_joined(std::string_view text, std::size_t floor,
                     TokenRun wanted) {
  const std::size_t size = text.size();
  TokenRun all{std::min(std::max(floor, wanted.begin), size),
               std::min(wanted.end, size)};
  while (all.begin > floor && is_joined(text[all.begin - 1])) --all.begin;
  if (all.end > 0 && is_joined(text[all.end - 1]))
    while (all.end < size && is_joined(text[all.end])) ++all.end;
  all.end = std::min(all.end + kMaxPadding + 1, size);
  all.end = std::max(all.begin, all.end);
  return all;
}

// Returns the value that the joined characters text[run) are, or nothing if
// they are none.
std::optional<TokenRun> value_of(std::string_view text, TokenRun run) {
  if (text[run.begin] == '/' || text[run.begin] == '.') return std::nullopt;
  if (run.begin > 0 && !may_stand_before(text[run.begin - 1]))
    return std::nullopt;
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

// The last word of a name that a dash joins to its value.
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
  std::size_t at = from;
  while (const auto run = next_run(text, at)) {
    at = run->end;
    if (run->end - run->begin < kMinRun ||
        !std::any_of(text.begin() + run->begin, text.begin() + run->end,
                     is_digit))
      continue;
    const TokenRun joined = joined_around(text, from, *run);
    if (const auto value = value_of(text, joined)) return value;
    // The other runs that are joined with this one are part of the same, so
    // that a megabyte of base64 is looked at once.
    at = joined.end;
  }
  return std::nullopt;
}

void token_runs(std::string_view text, TokenRun lines, TokenRun wanted,
                std::size_t longest, std::vector<std::string_view>* runs) {
  const TokenRun searched = with_joined(text, lines.begin, wanted);
  const std::string_view head = text.substr(0, searched.end);
  std::size_t line_end = searched.begin;  // of the last run's line
  bool is_too_long = false;
  for (auto run = next_token_run(head, searched.begin); run;
       run = next_token_run(
           head, is_too_long ? std::min(line_end, head.size()) : run->end)) {
    if (run->begin >= wanted.end) return;
    if (run->begin >= line_end) {
      const std::size_t line =
          std::max(lines.begin, text.rfind('\n', run->begin) + 1);
      if (line >= lines.end) return;
      line_end = std::min(text.find('\n', run->end), text.size());
      is_too_long = line_end - line > longest;
    }
    if (is_too_long) continue;
    const std::string_view whole =
        text.substr(run->begin, run->end - run->begin);
    if (run->begin >= wanted.begin) runs->push_back(whole);
    const std::size_t value = behind_glued_name(whole);
    if (value != 0 && run->begin + value >= wanted.begin)
      runs->push_back(whole.substr(value));
  }
}

}  // namespace sluice
