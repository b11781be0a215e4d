// A hash table contains the words by their last four bytes. The four bytes
// before each place of the text are looked up in it, so the text is read once,
// and a word costs time only where its end is. The last bytes are used, not the
// first, because tokens of one kind have the same beginning.
//
// If a copy may overlap the next one of the same word, comparing the whole word
// at each place takes quadratic time: "aaa..." in "aaaa...". The length bounds
// that for a short word. A long one is followed by the automaton of
// HeadFollower from its first copy on.
//
// Rejected: the automaton of Aho and Corasick, which is linear in all cases,
// but whose making costs a node for each byte of the words, again for each
// text.
#include "finding/word_copies.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "finding/head_follower.h"

namespace sluice {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};
constexpr std::size_t kLong = 256;

// The four bytes of `text` before `end`.
std::uint32_t bytes_before(std::string_view text, std::size_t end) {
  static_assert(WordCopies::kMin == sizeof(std::uint32_t));
  std::uint32_t bytes = 0;
  std::memcpy(&bytes, text.data() + end - sizeof bytes, sizeof bytes);
  return bytes;
}

}  // namespace

WordCopies::WordCopies(std::size_t most) {
  // Mostly empty, because most look-ups find nothing and should end at once.
  const std::size_t count =
      std::max(kFew, std::bit_ceil(8 * std::max<std::size_t>(most, 1)));
  words_.reserve(most);
  if (count > kFew)
    many_.assign(count, kNone);
  else
    few_.fill(kNone);
  shift_ = 32 - static_cast<unsigned>(std::countr_zero(count));
}

std::size_t WordCopies::add(std::string_view word) {
  const std::uint32_t last_bytes = bytes_before(word, word.size());
  std::uint32_t& first = buckets()[bucket_of(last_bytes)];
  for (std::uint32_t i = first; i != kNone; i = words_[i].next)
    if (words_[i].text == word) return i;
  words_.push_back({word, last_bytes, first});
  first = static_cast<std::uint32_t>(words_.size() - 1);
  return first;
}

void WordCopies::find(std::string_view text, const Tell& tell) const {
  if (words_.empty()) return;
  std::vector<bool> followed;  // by number: all copies of it were reported
  const auto follow = [&](std::size_t number, std::size_t from) {
    followed.resize(words_.size());
    if (followed[number]) return;
    followed[number] = true;
    const std::string_view word = words_[number].text;
    HeadFollower head(word);
    for (std::size_t i = from; i < text.size(); ++i)
      if (head.step(text[i]) == word.size()) tell(number, i + 1);
  };
  const std::uint32_t* const firsts = buckets();
  for (std::size_t end = kMin; end <= text.size(); ++end) {
    const std::uint32_t bytes = bytes_before(text, end);
    for (std::uint32_t i = firsts[bucket_of(bytes)]; i != kNone;
         i = words_[i].next) {
      if (words_[i].last_bytes != bytes) continue;
      const std::string_view word = words_[i].text;
      if (word.size() > end ||
          text.compare(end - word.size(), word.size(), word) != 0)
        continue;
      if (word.size() <= kLong) {
        tell(i, end);
      } else {
        follow(i, end - word.size());
      }
    }
  }
}

}  // namespace sluice
