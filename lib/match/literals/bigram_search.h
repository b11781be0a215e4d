// Finds a set of literals in a text with tables that are made in microseconds,
// at a tenth of the speed of a LiteralIndex. It is used while compiling a
// LiteralIndex does not pay.
// Thread-safety: immutable once made; any thread may search.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "match/prefilter/literal.h"

namespace sluice {

class BigramSearch {
 public:
  // Their positions become the ids. None may be empty.
  explicit BigramSearch(std::span<const Literal> literals);

  // Appends the same hits as LiteralIndex::find().
  void find(std::string_view text, std::vector<LiteralHit>* hits) const;

 private:
  // The first bytes of a literal, in lower case.
  struct Head {
    std::uint32_t bytes;
    std::uint32_t id;
  };

  void add_quads(const std::vector<std::uint32_t>& ids);
  void find_pairs(std::string_view text, std::vector<LiteralHit>* hits) const;

  // 2^32 by the golden ratio.
  static std::uint32_t hash_of(std::uint32_t bytes) {
    return bytes * 0x9E3779B1U;
  }

  static constexpr std::size_t kPairs = 256 * 256;
  static constexpr std::size_t kQuad = 4;

  std::vector<Literal> literals_;    // caseless ones in lower case
  std::vector<std::uint32_t> ones_;  // the ids of those of one byte
  // Bit p is set if a literal of at least two bytes begins with pair p. Small
  // enough for the fastest cache.
  std::array<std::uint64_t, kPairs / 64> has_pair_{};
  std::vector<Head> by_pair_;  // those of two and three bytes, by their pair
  // The others, by the hash of their four bytes. Those of bucket b are
  // by_quad_[first_of_bucket_[b] .. first_of_bucket_[b + 1]).
  std::vector<Head> by_quad_;
  std::vector<std::uint32_t> first_of_bucket_;
  unsigned bucket_shift_ = 0;
  // By more bits of the hash: whether there is any.
  std::vector<std::uint64_t> has_quad_;
  unsigned bit_shift_ = 0;
};

}  // namespace sluice
