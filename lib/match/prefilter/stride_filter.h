// Finds thousands of literals in a text, nearly as fast as Prefilter finds
// hundreds (stride_filter.cc).
// Thread-safety: immutable; shared by all workers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "match/prefilter/literal.h"
#include "match/prefilter/prefilter.h"
#include "match/prefilter/stride_probe.h"

namespace sluice {

class StrideFilter {
 public:
  using Front = Prefilter::Front;

  // Whether it can find this literal.
  static bool suits(const Literal& literal) {
    return literal.text.size() >= kWindow && literal.text.size() <= kLongest;
  }

  // `literals` are suited. Returns null if they are none, or too many to
  // distinguish from other text. Takes about a microsecond for each.
  static std::unique_ptr<StrideFilter> make(std::span<const Literal> literals,
                                            Front front);

  // Appends the occurrences in `text` whose q-gram begins in [from, to), where
  // `to` is the result. `to` is text.size(), or the place from which another
  // way is faster. The occurrences are nearly in the order of their q-grams.
  // Call it only if the processor can run the front.
  std::size_t find(std::string_view text, std::size_t from,
                   std::vector<LiteralHit>* hits) const;

  // Where the q-gram of an occurrence begins, which is within it.
  std::size_t qgram_of(LiteralHit hit) const;
  // The most bytes of an occurrence before its q-gram, and from the beginning
  // of the q-gram on.
  std::size_t most_before() const { return most_before_; }
  std::size_t most_after() const { return most_after_; }

 private:
  static constexpr std::size_t kStride = StrideProbe::kStride;
  static constexpr std::size_t kBlock = StrideProbe::kBlock;
  static constexpr std::size_t kPlaces =
      StrideProbe::kMaxBlocks * kBlock / kStride;
  // The bytes of a window, and of the longest literal.
  static constexpr std::size_t kWindow = kStride + kQgram - 1;
  static constexpr std::size_t kLongest = 120;
  // The windows that contain a q-gram.
  static constexpr std::size_t kWindows = kWindow - kQgram + 1;

  // The window of a literal for the occurrences that begin at one residue by
  // kStride.
  struct Entry {
    std::uint64_t key = 0;
    std::uint32_t literal = 0;  // its id
    std::uint32_t window = 0;   // its offset in the literal
  };
  // The windows around a place in the text, and which of them may be those of
  // literals: bit i for the one that begins i bytes before it.
  using Keys = std::array<std::uint64_t, kWindows>;
  struct Candidate {
    std::uint32_t at;
    std::uint32_t windows;
  };
  // With room for one that is written but not kept.
  using Candidates = std::array<Candidate, kPlaces + 1>;

  StrideFilter(std::span<const Literal> literals, Front front);

  Entry choose(std::string_view literal, std::size_t residue,
               std::span<const std::uint32_t> load) const;
  std::size_t slot_of(std::uint64_t key) const;
  void add_entries(std::span<const Entry> entries);
  bool find_in(const std::uint8_t* segment, std::size_t blocks,
               std::string_view text, std::size_t from,
               std::vector<LiteralHit>* hits) const;
  std::size_t sift(std::string_view text, std::size_t from,
                   std::span<const std::uint32_t> places,
                   Candidates* candidates) const;
  std::size_t sift_by_avx2(std::string_view text, std::size_t from,
                           std::span<const std::uint32_t> places,
                           Candidates* candidates) const;
  std::uint32_t windows_at(std::string_view text, std::size_t at) const;
  static Keys keys_at(std::string_view text, std::size_t at);
  std::size_t confirm(std::string_view text, const Candidate& candidate,
                      std::vector<LiteralHit>* hits) const;

  std::vector<Literal> literals_;  // caseless ones in lower case
  StrideProbe probe_;
  // By the hash of a key: a word in which two bits are set for each entry.
  std::vector<std::uint64_t> bits_;
  // The entries of slot s: entries_[first_[s] .. first_[s + 1]).
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> first_;
  unsigned slot_shift_ = 0;
  // By literal and residue: the offset of the q-gram.
  std::vector<std::array<std::uint8_t, kStride>> qgrams_;
  std::size_t most_before_ = 0;
  std::size_t most_after_ = 0;
};

}  // namespace sluice
