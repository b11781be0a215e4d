// The words of a name that a value is assigned to, and their meaning: whether
// the value is a secret, and whether the name says whose secret it is.
// Thread-safety: pure functions. Cost: no allocation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sluice {

// Half-open, in bytes of a text.
struct TextSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool operator==(const TextSpan&) const = default;
};

// Whether a word may start at `at`, or end before it. Joints are beside a
// character that is not an ASCII letter or digit, between a lower-case letter
// or digit and an upper-case letter (fooBar), and before the last of several
// upper-case letters if lower-case letters follow (APIKey).
bool is_joint(std::string_view text, std::size_t at);

// Returns the word of `text` that begins at `from`, or the next one. If there
// is none, it is empty, at the end of the text.
TextSpan next_word(std::string_view text, std::size_t from);

// Whether `fits` is true for a word of `text`. Tests the first words first.
template <typename Fits>
bool any_word(std::string_view text, Fits fits) {
  for (TextSpan word = next_word(text, 0); word.begin < word.end;
       word = next_word(text, word.end))
    if (fits(text.substr(word.begin, word.end - word.begin))) return true;
  return false;
}

// Words that may be joined without a joint, in any case. "General" words do not
// say whose secret it is (api, client). "Secret" words say that it is a secret
// (key, token). A word of more than kLongestWord bytes is none of these.
inline constexpr std::size_t kLongestWord = 63;

// General words, then a secret one: apikey, tokens2.
bool is_secret_word(std::string_view word);
// Only general words, secret words and digits.
bool is_general_word(std::string_view word);
// Whether `rest` may follow a provider's name: pingdom(apikey2).
bool may_follow_provider(std::string_view rest);
// Whether `word` is `own` with general and secret words around it.
bool holds_glued(std::string_view word, std::string_view own);
// The offsets in `word` up to which it consists of general words, as bits. Bit
// 0 is always set.
std::uint64_t after_general_words(std::string_view word);

// A word that says that the value is not a secret: public, site.
bool is_public_word(std::string_view word);
// A word that, at the end of a name, says that the value is only about a
// secret: id.
bool is_tail_word(std::string_view word);

// Whether a word that is not a secret word says that the value after the
// provider's name is only for its owner: private, apikeys, liveaccess.
bool is_secrecy_word(std::string_view word);

// Whether every word is general, or a single letter.
bool is_general_name(std::string_view name);

}  // namespace sluice
