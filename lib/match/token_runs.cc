// In a row of 16 bytes there are eight that begin at a multiple of eight,
// counted from wherever the search begins. So the search tells for 64 bytes at
// a time which are of a token, in a loop that the compiler makes vector
// instructions of, and looks at the eights: one that is of tokens all over is
// rare in texts, whose words are short. Around it the run is measured.
//
// Rejected: to look at every sixteenth byte and go back from it (long_run.cc),
// which in a text of short words goes back four bytes to go on by twelve, and
// whose branches nobody can foretell.
#include "match/token_runs.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "text/ascii.h"

namespace sluice {
namespace {

constexpr std::size_t kLeastRun = 16;
constexpr std::ptrdiff_t kLeastOfEach = 2;  // digits, letters
constexpr std::size_t kMostPadding = 2;     // = signs
constexpr std::size_t kWord = 8;
constexpr std::size_t kBlock = 64;
static_assert(kLeastRun >= 2 * kWord - 1);

// Without branches, for the vector instructions.
constexpr bool is_token(unsigned char c) {
  const auto letter = static_cast<unsigned char>((c | 0x20U) - 'a');
  const auto digit = static_cast<unsigned char>(c - '0');
  return static_cast<bool>(int{letter < 26} | int{digit < 10} | int{c == '-'} |
                           int{c == '_'});
}

bool is_token_char(char c) { return is_token(static_cast<unsigned char>(c)); }

bool is_joined(char c) {
  return is_token_char(c) || c == '.' || c == '+' || c == '/' || c == '~';
}

bool may_stand_before(char c) {
  constexpr std::string_view kBefore = " \t\"'`=:>(";
  return kBefore.find(c) != kBefore.npos;
}

bool may_stand_behind(char c) {
  constexpr std::string_view kBehind = " \t\r\n\"'`,;)]}<\\|&#";
  return kBehind.find(c) != kBehind.npos;
}

// Where the first eight of a token begin, of those that follow `from` in steps
// of eight; text.size() if there are none.
std::size_t find_eight(std::string_view text, std::size_t from) {
  std::size_t at = from;
  for (; text.size() - at >= kBlock; at += kBlock) {
    std::array<unsigned char, kBlock> tokens;
    for (std::size_t i = 0; i < kBlock; ++i)
      tokens[i] = is_token(static_cast<unsigned char>(text[at + i])) ? 0xff : 0;
    std::array<std::uint64_t, kBlock / kWord> words;
    std::memcpy(words.data(), tokens.data(), kBlock);
    for (std::size_t i = 0; i < words.size(); ++i)
      if (words[i] == ~std::uint64_t{0}) return at + i * kWord;
  }
  for (; text.size() - at >= kWord; at += kWord)
    if (std::ranges::all_of(text.substr(at, kWord), is_token_char)) return at;
  return text.size();
}

// The value that text[run) is part of; nothing if it is none.
std::optional<TokenRun> value_around(std::string_view text, std::size_t floor,
                                     TokenRun run) {
  while (run.begin > floor && is_joined(text[run.begin - 1])) --run.begin;
  if (text[run.begin] == '/' || text[run.begin] == '.') return std::nullopt;
  if (run.begin == 0 || !may_stand_before(text[run.begin - 1]))
    return std::nullopt;
  while (run.end < text.size() && is_joined(text[run.end])) ++run.end;
  for (std::size_t i = 0; i < kMostPadding; ++i)
    if (run.end < text.size() && text[run.end] == '=') ++run.end;
  while (text[run.end - 1] == '.') --run.end;  // of a sentence
  if (run.end < text.size() && text[run.end] != '.' &&
      !may_stand_behind(text[run.end]))
    return std::nullopt;
  const std::string_view value = text.substr(run.begin, run.end - run.begin);
  if (std::ranges::count_if(value, is_digit) < kLeastOfEach ||
      std::ranges::count_if(value, is_letter) < kLeastOfEach)
    return std::nullopt;
  return run;
}

}  // namespace

std::optional<TokenRun> next_token_run(std::string_view text,
                                       std::size_t from) {
  for (std::size_t at = find_eight(text, from); at < text.size();) {
    TokenRun run{at, at + kWord};
    while (run.begin > from && is_token_char(text[run.begin - 1])) --run.begin;
    while (run.end < text.size() && is_token_char(text[run.end])) ++run.end;
    if (run.end - run.begin >= kLeastRun)
      if (const auto value = value_around(text, from, run)) return value;
    at = find_eight(text, run.end);
  }
  return std::nullopt;
}

}  // namespace sluice
