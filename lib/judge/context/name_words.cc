// Names are written in many ways (API_KEY, apiKey, api-key, apikey), and the
// last has no joints. So its words are read one after another. The set of
// offsets that whole words can reach from the beginning has at most 64
// elements, so it is one integer, and the words that begin at each bit lead to
// further bits. This tries all divisions at once. (A regular expression with
// alternatives would do the same, but would need a separate program for each
// word of a family.)
#include "judge/context/name_words.h"

#include <algorithm>
#include <array>

#include "judge/words/words.h"
#include "text/caseless.h"

namespace sluice {
namespace {

// kSecrecy: a general word that is not a thing of its own, unlike a user or a
// project.
enum Kind : std::uint8_t { kGeneral = 1, kSecret = 2, kSecrecy = 5 };

struct Known {
  std::string_view text;
  Kind kind;
};

// Sorted by the first letter.
constexpr auto kKnown = [] {
  std::array<Known, words::kGeneralWords.size() + words::kSecretWords.size() +
                        words::kSecrecyWords.size()>
      known{};
  std::size_t count = 0;
  const auto add = [&](const auto& list, Kind kind) {
    for (const std::string_view word : list) known[count++] = {word, kind};
  };
  add(words::kGeneralWords, kGeneral);
  add(words::kSecretWords, kSecret);
  add(words::kSecrecyWords, kSecrecy);
  std::ranges::sort(known, {}, &Known::text);
  return known;
}();

// Where the known words of each letter begin, and the end of the last.
constexpr std::array<std::size_t, 27> kFirstOfLetter = [] {
  std::array<std::size_t, 27> first{};
  std::size_t at = 0;
  for (std::size_t letter = 0; letter < 26; ++letter) {
    first[letter] = at;
    while (at < kKnown.size() &&
           kKnown[at].text.front() == static_cast<char>('a' + letter))
      ++at;
  }
  first[26] = at;
  return first;
}();
static_assert(kFirstOfLetter[26] == kKnown.size());

// A set of offsets in a word, as bits.
using Offsets = std::uint64_t;
constexpr Offsets bit(std::size_t at) { return Offsets{1} << at; }

// Where words of `kinds` that begin at `at` end.
Offsets step(std::string_view word, std::size_t at, unsigned kinds) {
  Offsets ends = 0;
  if (at >= word.size()) return ends;
  const char initial = lower(word[at]);
  if (!is_lower(initial)) return ends;
  const auto letter = static_cast<std::size_t>(initial - 'a');
  const char second = at + 1 < word.size() ? lower(word[at + 1]) : '\0';
  for (std::size_t i = kFirstOfLetter[letter]; i < kFirstOfLetter[letter + 1];
       ++i) {
    const Known& known = kKnown[i];
    if ((known.kind & kinds) == 0 ||
        (known.text.size() > 1 && known.text[1] != second))
      continue;
    if (starts_caseless(word.substr(at), known.text))
      ends |= bit(at + known.text.size());
  }
  return ends;
}

// All offsets that whole words of `kinds` reach from those of `from`, which are
// included.
Offsets reach(std::string_view word, Offsets from, unsigned kinds) {
  Offsets reached = from;
  for (std::size_t at = 0; at < word.size(); ++at)
    if ((reached & bit(at)) != 0) reached |= step(word, at, kinds);
  return reached;
}

// Whether only one s, if it is allowed there, and digits follow one of `ends`.
bool ends_after(std::string_view word, Offsets ends, bool plural) {
  std::size_t digits = word.size();
  while (digits > 0 && is_digit(word[digits - 1])) --digits;
  for (std::size_t at = digits; at <= word.size(); ++at)
    if ((ends & bit(at)) != 0) return true;
  return plural && digits > 0 && lower(word[digits - 1]) == 's' &&
         (ends & bit(digits - 1)) != 0;
}

constexpr unsigned kAny = kGeneral | kSecret;
constexpr unsigned kOnlySecrecy = kSecrecy & ~kGeneral;

}  // namespace

bool is_joint(std::string_view text, std::size_t at) {
  if (at == 0 || at >= text.size()) return true;
  const char before = text[at - 1];
  const char here = text[at];
  if (!is_alnum(before) || !is_alnum(here)) return true;
  if (!is_upper(here)) return false;
  if (!is_upper(before)) return true;
  return at + 1 < text.size() && is_lower(text[at + 1]);
}

TextSpan next_word(std::string_view text, std::size_t from) {
  while (from < text.size() && !is_alnum(text[from])) ++from;
  if (from >= text.size()) return {text.size(), text.size()};
  std::size_t end = from + 1;
  while (!is_joint(text, end)) ++end;
  return {from, end};
}

bool is_secret_word(std::string_view word) {
  if (word.size() > kLongestWord) return false;
  const Offsets before = reach(word, bit(0), kAny);
  Offsets ends = 0;
  for (std::size_t at = 0; at < word.size(); ++at)
    if ((before & bit(at)) != 0) ends |= step(word, at, kSecret);
  return ends_after(word, ends, true);
}

bool is_general_word(std::string_view word) {
  if (word.empty() || word.size() > kLongestWord) return false;
  Offsets reached = bit(0);
  for (std::size_t at = 0; at < word.size(); ++at) {
    if ((reached & bit(at)) == 0) continue;
    const Offsets ends = step(word, at, kAny);
    reached |= ends;
    // One s may follow each known word.
    for (std::size_t end = at + 1; end < word.size(); ++end)
      if ((ends & bit(end)) != 0 && lower(word[end]) == 's')
        reached |= bit(end + 1);
    if (is_digit(word[at])) reached |= bit(at + 1);
  }
  return (reached & bit(word.size())) != 0;
}

bool may_follow_provider(std::string_view rest) {
  if (rest.size() > kLongestWord) return false;
  const Offsets ends = reach(rest, bit(0), kAny);
  // The s belongs to a known word, not to the provider's name.
  return ends_after(rest, bit(0), false) ||
         ends_after(rest, ends & ~bit(0), true);
}

bool holds_glued(std::string_view word, std::string_view own) {
  if (word.size() > kLongestWord || own.size() > word.size()) return false;
  const Offsets before = reach(word, bit(0), kAny);
  Offsets ends = 0;
  for (std::size_t at = 0; at + own.size() <= word.size(); ++at)
    if ((before & bit(at)) != 0 && starts_caseless(word.substr(at), own))
      ends |= bit(at + own.size());
  if (ends == 0) return false;
  return ends_after(word, reach(word, ends, kAny), true);
}

std::uint64_t after_general_words(std::string_view word) {
  return reach(word.substr(0, kLongestWord), bit(0), kGeneral);
}

bool is_public_word(std::string_view word) {
  return equals_caseless(word, words::kPublicWords);
}

bool is_tail_word(std::string_view word) {
  return equals_caseless(word, words::kTailWords);
}

bool is_secrecy_word(std::string_view word) {
  if (word.empty() || word.size() > kLongestWord) return false;
  return ends_after(word, reach(word, bit(0), kSecret | kOnlySecrecy), true);
}

bool is_general_name(std::string_view name) {
  return !any_word(name, [](std::string_view word) {
    return word.size() > 1 && !is_general_word(word);
  });
}

}  // namespace sluice
