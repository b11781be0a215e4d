#include "finding/word_copies.h"

#include <bit>

namespace sluice {

void WordCopies::reset(std::size_t most) {
  // Mostly empty, because most look-ups find nothing and should end at once.
  const std::size_t count =
      std::max(kFew, std::bit_ceil(8 * std::max<std::size_t>(most, 1)));
  words_.clear();
  words_.reserve(most);
  many_.clear();
  if (count > kFew)
    many_.assign(count, kNone);
  else
    few_.fill(kNone);
  shift_ = 32 - static_cast<unsigned>(std::countr_zero(count));
  groups_.fill(0);
  shortest_ = 0;
}

std::size_t WordCopies::add(std::string_view word) {
  const std::uint32_t last_bytes = bytes_before(word, word.size());
  std::uint32_t& first = buckets()[bucket_of(last_bytes)];
  for (std::uint32_t i = first; i != kNone; i = words_[i].next)
    if (words_[i].text == word) return i;
  words_.push_back({word, last_bytes, first});
  first = static_cast<std::uint32_t>(words_.size() - 1);
  shortest_ =
      words_.size() == 1 ? word.size() : std::min(shortest_, word.size());
  if (!are_few()) return first;
  const std::size_t groups = std::min(kLongestStride, word.size() - (kMin - 1));
  for (std::size_t i = 0; i < groups; ++i) {
    const std::size_t bit = bit_of(bytes_before(word, word.size() - i));
    groups_[bit / kBitsAtOnce] |= std::uint64_t{1} << bit % kBitsAtOnce;
  }
  return first;
}

}  // namespace sluice
