// Programs join words, too, but hardly ever as people do in passwords. With
// marks, it is my_name, my-name, MY_NAME: without capitals, or with nothing
// else. We looked at the 43 values of two words beside names of passwords in
// fifteen source trees, without tests. Five had a word with one capital, among
// them String.Empty and High-pass, and each of the five contained a word for a
// kind of thing. So there is a list of words for such kinds, and a value of
// other words is a password.
//
// Rejected: how the words spell (judge/value/randomness.h). Two short words
// give too little evidence, and passwords consist of English words, too.

#include "judge/context/joined_words.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "judge/context/name_words.h"
#include "judge/words/words.h"
#include "text/ascii.h"

namespace sluice {
namespace {

constexpr std::size_t kLongestOfPrograms = 16;

bool is_of_programs(std::string_view word) {
  while (!word.empty() && is_digit(word.back())) word.remove_suffix(1);
  if (word.size() > kLongestOfPrograms) return false;
  std::array<char, kLongestOfPrograms> small{};
  std::ranges::transform(word, small.begin(), lower);
  return std::ranges::binary_search(
      words::kWordsOfPrograms, std::string_view(small.data(), word.size()));
}

struct Joined {
  std::size_t words = 0;
  std::size_t capitals = 0;  // words that begin with one
  std::size_t marks = 0;     // single ones, between words
};

// Returns nothing if a part of `value` is not [A-Z]?[a-z]+, if two marks are
// adjacent, or if a word is one of programs.
std::optional<Joined> words_joined(std::string_view value) {
  constexpr std::size_t kShortest = 7;
  constexpr std::size_t kShortestWord = 2;
  constexpr std::size_t kShortestEnd = 3;  // of the first word and the last
  if (value.size() < kShortest || !is_letter(value.front()) ||
      !is_letter(value.back()))
    return std::nullopt;
  Joined joined;
  for (std::size_t at = 0; at < value.size();) {
    if (constexpr std::string_view kMarks = "._-";
        kMarks.find(value[at]) != kMarks.npos) {
      ++joined.marks;
      ++at;
    }
    const TextSpan span = next_word(value, at);
    const std::string_view word =
        value.substr(span.begin, span.end - span.begin);
    const bool at_end = at == 0 || span.end == value.size();
    if (span.begin != at ||
        word.size() < (at_end ? kShortestEnd : kShortestWord) ||
        !is_letter(word[0]) || !std::ranges::all_of(word.substr(1), is_lower) ||
        is_of_programs(word))
      return std::nullopt;
    joined.capitals += is_upper(word[0]) ? 1U : 0U;
    ++joined.words;
    at = span.end;
  }
  return joined;
}

}  // namespace

bool joins_by_marks(std::string_view value, bool no_name) {
  const std::optional<Joined> joined = words_joined(value);
  return joined && joined->words >= 2 && joined->words <= 5 &&
         joined->marks + 1 == joined->words &&
         (joined->capitals > 0 || no_name || joined->words >= 3);
}

bool joins_by_capitals(std::string_view value) {
  const std::optional<Joined> joined = words_joined(value);
  return joined && joined->words >= 2 && joined->words <= 3 &&
         joined->marks == 0;
}

bool is_phrase(std::string_view value) {
  constexpr std::size_t kMin = 3;
  constexpr std::size_t kMinByCapitals = 4;
  constexpr std::size_t kMax = 8;
  constexpr std::size_t kShortestWord = 3;
  std::size_t words = 0;
  std::size_t of_programs = 0;
  std::size_t joints = 0;
  std::size_t capitals = 0;
  for (std::size_t at = 0; at < value.size();) {
    if (constexpr std::string_view kJoints = " ._-";
        at > 0 && kJoints.find(value[at]) != kJoints.npos) {
      ++joints;
      ++at;
    }
    const TextSpan span = next_word(value, at);
    const std::string_view word =
        value.substr(span.begin, span.end - span.begin);
    if (span.begin != at || word.size() < kShortestWord ||
        !is_letter(word[0]) || !std::ranges::all_of(word.substr(1), is_lower))
      return false;
    of_programs += is_of_programs(word) ? 1U : 0U;
    capitals += is_upper(word[0]) ? 1U : 0U;
    ++words;
    at = span.end;
  }
  const bool joined = joints + 1 == words && words >= kMin;
  const bool by_capitals = joints == 0 && words >= kMinByCapitals;
  // A sentence begins with a capital and has no other.
  const bool alike = capitals == 0 || capitals == words;
  return words <= kMax && alike && (joined || by_capitals) &&
         of_programs * 4 <= words;
}

bool has_word_of_programs(std::string_view value) {
  return any_word(value, is_of_programs);
}

}  // namespace sluice
