// The words of a name that a value is assigned to, and what they say: whether
// the value is a secret, and whether anything is said of whose.
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
};

// Whether a word may start at `at`, or end before it. Joints are beside what is
// no ASCII letter or digit, between a lower-case letter or digit and an
// upper-case letter (fooBar), and before the last of several upper-case letters
// that lower-case ones follow (APIKey).
bool is_joint(std::string_view text, std::size_t at);

// The word of `text` that begins at `from` or is the next; empty, at the end of
// the text, if there is none.
TextSpan next_word(std::string_view text, std::size_t from);

// Whether `fits` holds for a word of `text`; the first ones are asked first.
template <typename Fits>
bool any_word(std::string_view text, Fits fits) {
  for (TextSpan word = next_word(text, 0); word.begin < word.end;
       word = next_word(text, word.end))
    if (fits(text.substr(word.begin, word.end - word.begin))) return true;
  return false;
}

// What may be glued together without a joint, in any case:
// "general" words say nothing about whose secret it is (api, client), "secret"
// words that it is one (key, token).
// A word of more than kLongestWord bytes is none of these.
inline constexpr std::size_t kLongestWord = 63;

// General words and then a secret one: apikey, tokens2.
bool is_secret_word(std::string_view word);
// General and secret words and digits only.
bool is_general_word(std::string_view word);
// What may stand behind a provider's name: pingdom(apikey2).
bool may_follow_provider(std::string_view rest);
// `own`, with general and secret words around it.
bool holds_glued(std::string_view word, std::string_view own);
// The offsets in `word` up to which it is made of general words, as bits; 0 is
// one of them.
std::uint64_t after_general_words(std::string_view word);

// A word that says that the value is no secret: public, site.
bool is_public_word(std::string_view word);
// One that, at the end of a name, says that the value is about a secret: id.
bool is_tail_word(std::string_view word);

// Whether a word says, though it is no secret word, that what stands behind the
// provider's name is for its owner alone: private, apikeys, liveaccess.
bool is_secrecy_word(std::string_view word);

// Whether every word is general, or a single letter.
bool is_general_name(std::string_view name);

}  // namespace sluice
