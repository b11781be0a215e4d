#include "judge/value/common.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "judge/value/labelled.h"
#include "judge/words/words.h"
#include "text/caseless.h"

namespace sluice {
namespace {

constexpr auto kCommon = joined(words::kCommonWords, words::kProgramNames);

// The words that count wherever they are in a value, with at least `kMin`
// letters; words that were left out are replaced by another one.
template <std::size_t kMin>
constexpr auto kTellTales = [] {
  auto all = joined(words::kTellTales, words::kChosenPasswords);
  for (std::string_view& word : all)
    if (word.size() < kMin ||
        std::ranges::find(words::kLabelWords, word) != words::kLabelWords.end())
      word = "placeholder";
  return all;
}();
constexpr CaselessWords kTells{kTellTales<0>};

// Two words of four letters occur by chance in one of a thousand values of 64
// characters, and no word of six letters occurs in any.
constexpr std::size_t kShortWord = 6;
constexpr CaselessWords kLongTells{kTellTales<kShortWord>};

// The letter that a digit or sign replaces.
constexpr char letter_for(char c) {
  switch (c) {
    case '0':
      return 'o';
    case '1':
      return 'i';
    case '3':
      return 'e';
    case '4':
    case '@':
      return 'a';
    case '5':
    case '$':
      return 's';
    case '7':
      return 't';
    default:
      return lower(c);
  }
}

// Returns `value` in small letters, without digits and signs at its end, and
// with letters in place of digits; cut to the size of `plain`.
std::string_view stem(std::string_view value, std::span<char> plain) {
  while (!value.empty() && !is_letter(value.back())) value.remove_suffix(1);
  std::size_t size = 0;
  for (const char c : value.substr(0, plain.size())) {
    const char letter = letter_for(c);
    if (is_letter(letter)) plain[size++] = letter;
  }
  return {plain.data(), size};
}

// "GrafAna!2024": the name of a program that a person dressed up after its
// letters. Words in place of a password ("Password!2024") may be either.
bool is_dressed_name(std::string_view value, std::string_view stem) {
  constexpr std::size_t kMinTail = 5;
  const bool of_program = equals_caseless(stem, words::kProgramNames);
  std::size_t tail = 0;
  while (tail < value.size() && !is_letter(value[value.size() - tail - 1]))
    ++tail;
  const std::string_view behind = value.substr(value.size() - tail);
  return of_program && tail >= kMinTail && !is_digit(behind.front()) &&
         std::ranges::any_of(behind, is_digit);
}

}  // namespace

bool is_common(const ValueTraits& value) {
  std::array<char, 40> plain{};
  const std::string_view letters = stem(value.text, plain);
  return (std::ranges::binary_search(kCommon, letters) &&
          !is_dressed_name(value.text, letters)) ||
         value.tells_of_nobody();
}

bool is_common_by_intent(const ValueTraits& value) {
  static constexpr auto kLongNames = [] {
    auto all = words::kLabelWords;
    for (std::string_view& word : all)
      if (word.size() < kShortWord) word = "password";
    return all;
  }();
  static constexpr CaselessWords kLongLabels{kLongNames};
  std::array<char, 40> plain{};
  return std::ranges::binary_search(kCommon, stem(value.text, plain)) ||
         kLongTells.found_in(value.text) ||
         (kLongLabels.found_in(value.text) && !is_labelled(value));
}

bool stands_for_value(std::string_view value) {
  return equals_caseless(value, words::kStandIns);
}

bool is_known_password(std::string_view value) {
  static constexpr CaselessWords kWords{words::kChosenPasswords};
  constexpr std::size_t kMax = 20;
  constexpr std::string_view kSigns = "!@#$%&*+?0123456789";
  if (value.size() > kMax || value.find(' ') != value.npos) return false;
  std::array<char, 40> plain{};
  const std::string_view letters = stem(value, plain);
  if (letters == "anonymous") return false;  // whoever asks gets in
  if (std::ranges::binary_search(kCommon, letters)) return true;
  return value.find_first_of(kSigns) != value.npos && kWords.found_in(value);
}

bool spells_of_nobody(std::string_view value) {
  std::array<char, 40> plain{};
  const std::string_view letters = stem(value, plain);
  return kTells.found_in(letters) || has_label(letters);
}

bool tells_of_nobody(const ValueTraits& value) {
  // A drawn value of this size has a short word ("fake", "sha1") by chance.
  constexpr std::size_t kLong = 240;
  const bool tells =
      kTells.found_in(value.text) && (value.size() <= kLong || !value.drawn() ||
                                      kLongTells.found_in(value.text));
  return tells || (has_label(value.text) && !is_labelled(value));
}

bool is_talk(std::string_view value) {
  static constexpr CaselessWords kWords{words::kTalk};
  return kWords.found_in(value);
}

}  // namespace sluice
