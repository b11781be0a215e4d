// A set of words, and the search for copies of all of them in a text, in one
// pass.
// Thread-safety: one thread. Ownership: points into the words.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace sluice {

class WordCopies {
 public:
  // Shorter words are not accepted: every text contains them.
  static constexpr std::size_t kMin = 4;

  // For as many as `most` words.
  explicit WordCopies(std::size_t most);

  // Returns the number of `word`, from 0. A word that was added before keeps
  // its number; a new one gets the next number.
  std::size_t add(std::string_view word);

  std::size_t size() const { return words_.size(); }
  std::string_view operator[](std::size_t number) const {
    return words_[number].text;
  }

  // Called for each copy in `text`, with the word's number and the end of the
  // copy. Copies may overlap. One that refers to at most two values costs no
  // allocation.
  using Tell = std::function<void(std::size_t number, std::size_t end)>;
  void find(std::string_view text, const Tell& tell) const;

 private:
  struct Word {
    std::string_view text;
    std::uint32_t last_bytes;
    std::uint32_t next;  // of the same bucket; kNone: it is the last
  };
  std::size_t bucket_of(std::uint32_t last_bytes) const {
    return (last_bytes * 0x9E3779B1u) >> shift_;  // 2^32 by the golden ratio
  }

  // Each: its first word, or kNone.
  std::uint32_t* buckets() {
    return many_.empty() ? few_.data() : many_.data();
  }
  const std::uint32_t* buckets() const {
    return many_.empty() ? few_.data() : many_.data();
  }

  // Most sets are made for one text, and have a handful of words.
  static constexpr std::size_t kFew = 64;

  std::vector<Word> words_;
  std::array<std::uint32_t, kFew> few_;
  std::vector<std::uint32_t> many_;  // instead of few_, if that is too small
  unsigned shift_;
};

}  // namespace sluice
