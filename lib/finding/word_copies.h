// A set of words, and the search for copies of all of them in a text, in one
// pass.
//
// A hash table contains the words by their last four bytes. The four bytes
// before a place of the text are looked up in it, so a word costs time only where
// its end is. The last bytes are used, not the first, because tokens of one kind
// have the same beginning.
//
// Few words of n bytes or more are not looked for at each place, but at every
// (n-3)rd one, or every fourth: a copy of a word has one of its last n-3 groups
// of four bytes there. A small map of bits holds the groups that the words have,
// and only where it says so are the places up to the next one looked at.
//
// If a copy may overlap the next one of the same word, comparing the whole word
// at each place takes quadratic time: "aaa..." in "aaaa...". The length bounds
// that for a short word. A long one is followed by the automaton of
// HeadFollower from its first copy on.
//
// Rejected: the automaton of Aho and Corasick, which is linear in all cases,
// but whose making costs a node for each byte of the words, again for each
// text.
//
// Thread-safety: one thread. Ownership: points into the words.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "finding/head_follower.h"

namespace sluice {

class WordCopies {
 public:
  // Shorter words are not accepted: every text contains them.
  static constexpr std::size_t kMin = 4;

  // For as many as `most` words.
  explicit WordCopies(std::size_t most) { reset(most); }

  // The same, without any word; memory is used again.
  void reset(std::size_t most);

  // Returns the number of `word`, from 0. A word that was added before keeps
  // its number; a new one gets the next number.
  std::size_t add(std::string_view word);

  std::size_t size() const { return words_.size(); }
  std::string_view operator[](std::size_t number) const {
    return words_[number].text;
  }
  // The size of the shortest word.
  std::size_t shortest() const { return shortest_; }

  // Calls `tell` for each copy in `text`, with the word's number and the end of
  // the copy. Copies may overlap.
  template <typename Tell>
  void find(std::string_view text, const Tell& tell) const;

 private:
  struct Word {
    std::string_view text;
    std::uint32_t last_bytes;
    std::uint32_t next;  // of the same bucket; kNone: it is the last
  };
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::size_t kLong = 256;

  // The four bytes of `text` before `end`.
  static std::uint32_t bytes_before(std::string_view text, std::size_t end) {
    static_assert(kMin == sizeof(std::uint32_t));
    std::uint32_t bytes = 0;
    std::memcpy(&bytes, text.data() + end - sizeof bytes, sizeof bytes);
    return bytes;
  }
  static std::uint32_t hash_of(std::uint32_t bytes) {
    return bytes * 0x9E3779B1u;  // 2^32 by the golden ratio
  }
  std::size_t bucket_of(std::uint32_t last_bytes) const {
    return hash_of(last_bytes) >> shift_;
  }

  // Each: its first word, or kNone.
  std::uint32_t* buckets() {
    return many_.empty() ? few_.data() : many_.data();
  }
  const std::uint32_t* buckets() const {
    return many_.empty() ? few_.data() : many_.data();
  }

  // The bits of groups of four bytes.
  static constexpr std::size_t kGroupBits = 4096;
  static constexpr std::size_t kBitsAtOnce = 64;
  static std::size_t bit_of(std::uint32_t bytes) {
    static_assert(kGroupBits == 1u << 12);
    return hash_of(bytes) >> (32 - 12);
  }
  bool has_group(std::uint32_t bytes) const {
    const std::size_t bit = bit_of(bytes);
    return (groups_[bit / kBitsAtOnce] >> bit % kBitsAtOnce & 1) != 0;
  }

  // Whether the map is of use.
  bool are_few() const { return words_.size() <= kFewWords; }
  std::size_t stride() const {
    return std::min(kLongestStride, shortest_ - (kMin - 1));
  }

  // Follows a long word to all of its copies.
  template <typename Tell>
  void follow(std::size_t number, std::size_t from, std::string_view text,
              const Tell& tell) const;
  // Tells the words that end there.
  template <typename Tell>
  void look(std::string_view text, std::size_t end, std::vector<bool>* followed,
            const Tell& tell) const;

  // Most sets are made for one text, and have a handful of words.
  static constexpr std::size_t kFew = 64;
  static constexpr std::size_t kFewWords = 64;
  // A longer one is slower for a set that is made for one line.
  static constexpr std::size_t kLongestStride = 4;

  std::vector<Word> words_;
  std::size_t shortest_ = 0;
  std::array<std::uint32_t, kFew> few_;
  std::vector<std::uint32_t> many_;  // instead of few_, if that is too small
  std::array<std::uint64_t, kGroupBits / kBitsAtOnce> groups_;
  unsigned shift_;
};

template <typename Tell>
void WordCopies::follow(std::size_t number, std::size_t from,
                        std::string_view text, const Tell& tell) const {
  const std::string_view word = words_[number].text;
  HeadFollower head(word);
  for (std::size_t i = from; i < text.size(); ++i)
    if (head.step(text[i]) == word.size()) tell(number, i + 1);
}

template <typename Tell>
void WordCopies::look(std::string_view text, std::size_t end,
                      std::vector<bool>* followed, const Tell& tell) const {
  const std::uint32_t bytes = bytes_before(text, end);
  for (std::uint32_t i = buckets()[bucket_of(bytes)]; i != kNone;
       i = words_[i].next) {
    if (words_[i].last_bytes != bytes) continue;
    const std::string_view word = words_[i].text;
    if (word.size() > end ||
        text.compare(end - word.size(), word.size(), word) != 0)
      continue;
    if (word.size() <= kLong) {
      tell(i, end);
      continue;
    }
    followed->resize(words_.size());
    if ((*followed)[i]) continue;
    (*followed)[i] = true;
    follow(i, end - word.size(), text, tell);
  }
}

template <typename Tell>
void WordCopies::find(std::string_view text, const Tell& tell) const {
  if (words_.empty()) return;
  std::vector<bool> followed;  // by number: all copies of it were told
  if (!are_few()) {
    for (std::size_t end = kMin; end <= text.size(); ++end)
      look(text, end, &followed, tell);
    return;
  }
  const std::size_t step = stride();
  for (std::size_t at = kMin; at <= text.size(); at += step) {
    if (!has_group(bytes_before(text, at))) continue;
    const std::size_t last = std::min(at + step - 1, text.size());
    for (std::size_t end = at; end <= last; ++end)
      look(text, end, &followed, tell);
  }
}

}  // namespace sluice
