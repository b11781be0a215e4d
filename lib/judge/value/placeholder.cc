// A value is a placeholder in one of three cases: its words say so, it has the
// form of a template, or it has an order that does not occur by chance. Such an
// order is a repeated character, the alphabet or the digits in sequence, or too
// few different characters for its length.
//
// The bounds are set so that a random secret fails them by chance less than
// once in a million. Six equal characters in a row have a chance of 40 / 62^5
// in a token of 40 base-62 characters (in hexadecimal, it takes nine), and
// eight in sequence less. Base64 of structured data has runs of its own: zero
// bytes, as in a length field, are "AAAA". So a run of 'A' counts only in short
// values. Long values (keys) are exempt from everything except the template
// forms.

#include "judge/value/placeholder.h"

#include <algorithm>
#include <array>

#include "judge/words/words.h"
#include "text/caseless.h"

namespace sluice {
namespace {

constexpr std::size_t kLongValue = 200;
constexpr std::size_t kShortValue = 40;
constexpr std::size_t kRun = 6;       // equal characters in a row
constexpr std::size_t kRunInHex = 9;  // where 16 characters are all there are
constexpr std::size_t kSequence = 8;  // characters that each follow the last

// Beginnings and ends of variables in templates, in any language.
struct Brackets {
  std::string_view open, close;
};
constexpr auto kTemplates = std::to_array<Brackets>({
    {"${", "}"},
    {"$(", ")"},
    {"{{", "}}"},
    {"<", ">"},
    {"%(", ")s"},
    {"#{", "}"},
    {"[", "]"},
    {"%", "%"},
    {"__", "__"},
    {"@", "@"},
    {"{", "}"},
    {"***", "***"},
    {"(", ")"},
});

bool has_template_form(const ValueTraits& value) {
  const std::string_view secret = value.text;
  // A UUID may be in braces.
  if (secret.starts_with('{') && value.appearance().form == WrittenForm::kUuid)
    return false;
  return std::ranges::any_of(kTemplates, [&](const Brackets& brackets) {
    return secret.size() > brackets.open.size() + brackets.close.size() &&
           secret.starts_with(brackets.open) &&
           secret.ends_with(brackets.close);
  });
}

bool has_word(std::string_view secret) {
  static constexpr CaselessWords kWords{words::kPlaceholderWords};
  return kWords.found_in(secret);
}

// No letter after f: only hexadecimal digits and signs.
bool is_of_small_alphabet(const ValueTraits& value) {
  return value.printable && value.blanks == 0 &&
         !value.alphabet.has(DrawnAlphabet::kLowerOther |
                             DrawnAlphabet::kUpperOther);
}

// A step from one character to the next as in a run: to the same one, or in the
// order of the digits or the alphabet.
constexpr bool is_step_of_run(char from, char to) {
  const int step = to - from;
  return (step >= -1 && step <= 1) || step == '0' - '9' || step == '9' - '0';
}

// A run has five such steps in a row and more, so it has two in a row that begin
// at a place that four divides. Few random strings have those.
bool may_have_run(std::string_view secret) {
  static_assert(kRun > 5 && kSequence > 5);
  for (std::size_t i = 0; i + 2 < secret.size(); i += 4)
    if (is_step_of_run(secret[i], secret[i + 1]) &&
        is_step_of_run(secret[i + 1], secret[i + 2]))
      return true;
  return false;
}

bool has_run(const ValueTraits& value) {
  const std::string_view secret = value.text;
  if (!may_have_run(secret)) return false;
  const std::size_t longest = is_of_small_alphabet(value) ? kRunInHex : kRun;
  std::size_t equal = 1;
  std::size_t rising = 1;
  std::size_t falling = 1;
  for (std::size_t i = 1; i < secret.size(); ++i) {
    const bool word = is_alnum(secret[i]);
    const int step = secret[i] - secret[i - 1];
    // The digits continue from 9 to 0.
    const bool up = word && (step == 1 || step == '0' - '9');
    const bool down = word && (step == -1 || step == '9' - '0');
    const bool zeros = secret[i] == 'A' && secret.size() > kShortValue;
    equal = step == 0 && !zeros ? equal + 1 : 1;
    rising = up ? rising + 1 : 1;
    falling = down ? falling + 1 : 1;
    if (equal >= longest || rising >= kSequence || falling >= kSequence)
      return true;
  }
  return false;
}

// "DEFINED-IN-REGION-CHART", "SET_BY_PIPELINE": a sentence in capitals tells
// where the value comes from.
bool is_sentence_in_capitals(const ValueTraits& traits) {
  static constexpr auto kWords = std::to_array<std::string_view>(
      {"AS",   "AT", "BE",  "BY",  "FOR",  "FROM", "HERE",
       "IN",   "ME", "OF",  "ON",  "SEE",  "SET",  "THE",
       "THIS", "TO", "USE", "VIA", "WITH", "YOUR"});
  constexpr std::size_t kLeastWords = 3;
  if (traits.capitals + traits.marks != traits.size()) return false;
  std::string_view value = traits.text;
  std::size_t words = 0;
  bool tells = false;
  while (!value.empty()) {
    const std::size_t end = std::min(value.find_first_of("-_"), value.size());
    const std::string_view word = value.substr(0, end);
    if (word.empty() || !std::ranges::all_of(word, is_upper)) return false;
    tells = tells || std::ranges::binary_search(kWords, word);
    ++words;
    value.remove_prefix(std::min(end + 1, value.size()));
  }
  return tells && words >= kLeastWords;
}

bool has_few_characters(const ValueTraits& value) {
  return (value.size() >= 3 && value.different == 1) ||
         (value.size() >= 8 && value.different <= 3);
}

}  // namespace

bool is_placeholder(const ValueTraits& value) {
  if (has_template_form(value)) return true;
  if (value.size() > kLongValue) return false;
  return has_word(value.text) || has_run(value) || has_few_characters(value) ||
         is_sentence_in_capitals(value);
}

}  // namespace sluice
