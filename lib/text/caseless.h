// Comparisons that ignore the case of ASCII letters, and lists of words. The
// second argument of each, a word or a list of words, must be in lower case;
// otherwise it never matches.
// Thread-safety: pure functions. Cost: only lower_case() allocates.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "text/ascii.h"

namespace sluice {

// `text` with its letters made small.
inline std::string lower_case(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(), lower);
  return small;
}

inline bool equals_caseless(std::string_view text, std::string_view word) {
  return std::ranges::equal(text, word, {}, lower);
}

inline bool starts_caseless(std::string_view text, std::string_view word) {
  return text.size() >= word.size() &&
         equals_caseless(text.substr(0, word.size()), word);
}

inline bool ends_caseless(std::string_view text, std::string_view word) {
  return text.size() >= word.size() &&
         equals_caseless(text.substr(text.size() - word.size()), word);
}

template <std::size_t kCount>
bool equals_caseless(std::string_view text,
                     const std::array<std::string_view, kCount>& words) {
  return std::ranges::any_of(words, [&](std::string_view word) {
    return equals_caseless(text, word);
  });
}

// The words are not empty. Most of them do not fit by their first or last byte.
template <std::size_t kCount>
bool starts_caseless(std::string_view text,
                     const std::array<std::string_view, kCount>& words) {
  if (text.empty()) return false;
  const char first = lower(text.front());
  return std::ranges::any_of(words, [&](std::string_view word) {
    return word.front() == first && starts_caseless(text, word);
  });
}

template <std::size_t kCount>
bool ends_caseless(std::string_view text,
                   const std::array<std::string_view, kCount>& words) {
  if (text.empty()) return false;
  const char last = lower(text.back());
  return std::ranges::any_of(words, [&](std::string_view word) {
    return word.back() == last && ends_caseless(text, word);
  });
}

// Lists of words put together, sorted.
template <std::size_t... kCounts>
constexpr auto joined(const std::array<std::string_view, kCounts>&... lists) {
  std::array<std::string_view, (kCounts + ...)> all;
  auto* end = all.begin();
  ((end = std::ranges::copy(lists, end).out), ...);
  std::ranges::sort(all);
  return all;
}

// Words of two letters and more, to be looked for anywhere in a text. They are
// in the order of the pairs that they begin with, so that most places of a text
// cost one look-up, however many words there are, and the others only the words
// of one pair, most of which have another third letter.
//
// Few words of n letters or more are looked for at every (n-1)th place only: a
// word that is in the text has one of its first n-1 pairs there.
template <std::size_t kCount>
class CaselessWords {
 public:
  constexpr explicit CaselessWords(
      const std::array<std::string_view, kCount>& words)
      : words_(words) {
    std::ranges::sort(words_, {}, [](std::string_view word) {
      return pair_of(word[0], word[1]);
    });
    for (const std::string_view word : words_)
      ++first_[pair_of(word[0], word[1]) + 1];
    for (std::size_t pair = 0; pair < kPairs; ++pair)
      first_[pair + 1] =
          static_cast<std::uint16_t>(first_[pair + 1] + first_[pair]);
    for (std::size_t word = 0; word < kCount; ++word)
      if (words_[word].size() > 2) third_[word] = words_[word][2];
    note_pairs();
  }

  bool found_in(std::string_view text) const {
    if (stride_ == 1) {
      for (std::size_t i = 0; i + 1 < text.size(); ++i)
        if (begins_at(text, i)) return true;
      return false;
    }
    for (std::size_t at = stride_ - 1; at + 1 < text.size(); at += stride_) {
      if (!is_inside_[pair_of(text[at], text[at + 1])]) continue;
      for (std::size_t i = at + 1 - stride_; i <= at; ++i)
        if (begins_at(text, i)) return true;
    }
    return false;
  }

 private:
  static constexpr std::size_t kPairs = 1U << 10;
  // With more pairs, too many places of a text have one.
  static constexpr std::size_t kMostInside = kPairs / 12;

  // Two bytes, without the bits that distinguish the cases of a letter.
  static constexpr std::size_t pair_of(char a, char b) {
    return (static_cast<std::size_t>(a) & 31U) << 5 |
           (static_cast<std::size_t>(b) & 31U);
  }

  // Whether a word is at text[i], after which there is a byte.
  bool begins_at(std::string_view text, std::size_t i) const {
    const std::size_t pair = pair_of(text[i], text[i + 1]);
    for (std::size_t word = first_[pair]; word < first_[pair + 1]; ++word)
      if ((third_[word] == '\0' ||
           (i + 2 < text.size() && lower(text[i + 2]) == third_[word])) &&
          starts_caseless(text.substr(i), words_[word]))
        return true;
    return false;
  }

  constexpr void note_pairs() {
    std::size_t shortest = words_.front().size();
    for (const std::string_view word : words_)
      shortest = std::min(shortest, word.size());
    for (const std::string_view word : words_)
      for (std::size_t i = 0; i + 1 < shortest; ++i)
        is_inside_[pair_of(word[i], word[i + 1])] = true;
    if (std::ranges::count(is_inside_, true) <=
        static_cast<std::ptrdiff_t>(kMostInside))
      stride_ = shortest - 1;
  }

  std::array<std::string_view, kCount> words_;
  std::array<std::uint16_t, kPairs + 1> first_{};
  std::array<char, kCount> third_{};      // letters; 0: the word has none
  std::array<bool, kPairs> is_inside_{};  // among the first pairs of a word
  std::size_t stride_ = 1;
};

}  // namespace sluice
