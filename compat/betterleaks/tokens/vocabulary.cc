// Byte pairs: a piece begins as its bytes. The two neighbours that make the
// token of the lowest rank become that token, the first two if several are
// equal, until no two make a token. Every pair of neighbours waits in a heap by
// its rank. A pair of which a half is gone is skipped when it comes.
// Rejected: the search of all pairs for the lowest after each step. It is
// faster for short pieces and takes minutes for a hostile one.
//
// For each token, the table has the two tokens of lower ranks that it consists
// of, so texts need not be kept (data/README.md).
#include "betterleaks/tokens/vocabulary.h"

#include <algorithm>
#include <limits>
#include <queue>
#include <tuple>

#include "base/check.h"
#include "betterleaks/tokens/data.h"

namespace sluice {
namespace {

constexpr std::uint32_t kTokens = 100'256;
constexpr std::uint32_t kBytes = 256;       // tokens that are a byte
constexpr std::size_t kLongestToken = 128;  // bytes of a token
constexpr std::size_t kSlots = std::size_t{1} << 18;
constexpr std::uint32_t kEmpty = std::numeric_limits<std::uint32_t>::max();

std::size_t slot_of(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001B3;
  }
  return static_cast<std::size_t>(hash ^ hash >> 29) & (kSlots - 1);
}

// The numbers of 17 bits that follow each other from the lowest bit on.
class Numbers {
 public:
  explicit Numbers(std::string_view bytes) : bytes_(bytes) {}
  std::uint32_t next() {
    while (held_ < kBits) {
      word_ |= std::uint64_t{static_cast<unsigned char>(bytes_[at_++])}
               << held_;
      held_ += 8;
    }
    const auto number =
        static_cast<std::uint32_t>(word_ & ((std::uint64_t{1} << kBits) - 1));
    word_ >>= kBits;
    held_ -= kBits;
    return number;
  }

 private:
  static constexpr unsigned kBits = 17;
  std::string_view bytes_;
  std::size_t at_ = 0;
  std::uint64_t word_ = 0;
  unsigned held_ = 0;
};

}  // namespace

const Vocabulary& Vocabulary::shared() {
  static const Vocabulary vocabulary;
  return vocabulary;
}

Vocabulary::Vocabulary() {
  bytes_.reserve(700'000);
  begins_.reserve(kTokens + 1);
  bytes_ = kTokenPairs.substr(0, kBytes);
  for (std::uint32_t i = 0; i <= kBytes; ++i) begins_.push_back(i);
  Numbers numbers(kTokenPairs.substr(kBytes));
  for (std::uint32_t rank = kBytes; rank < kTokens; ++rank) {
    const std::uint32_t left = numbers.next();
    const std::uint32_t right = numbers.next();
    SLUICE_CHECK(left < rank && right < rank);
    bytes_.append(std::string(token(left)) + std::string(token(right)));
    begins_.push_back(static_cast<std::uint32_t>(bytes_.size()));
  }
  slots_.assign(kSlots, kEmpty);
  for (std::uint32_t rank = 0; rank < kTokens; ++rank) {
    std::size_t slot = slot_of(token(rank));
    while (slots_[slot] != kEmpty) slot = (slot + 1) & (kSlots - 1);
    slots_[slot] = rank;
  }
}

std::optional<std::uint32_t> Vocabulary::rank_of(std::string_view text) const {
  if (text.size() > kLongestToken) return std::nullopt;
  for (std::size_t slot = slot_of(text); slots_[slot] != kEmpty;
       slot = (slot + 1) & (kSlots - 1))
    if (token(slots_[slot]) == text) return slots_[slot];
  return std::nullopt;
}

std::size_t Vocabulary::count(std::string_view piece) const {
  if (piece.size() < 2 || rank_of(piece))
    return std::min<std::size_t>(piece.size(), 1);
  // ends[i] is the end of the part that begins at i, or 0 if none begins there.
  // befores[i] is the beginning of the part before it.
  std::vector<std::size_t> ends(piece.size());
  std::vector<std::size_t> befores(piece.size());
  using Pair = std::tuple<std::uint32_t, std::size_t, std::size_t>;
  std::priority_queue<Pair, std::vector<Pair>, std::greater<>> waiting;
  const auto wait = [&](std::size_t begin) {
    if (ends[begin] == piece.size()) return;
    const std::size_t end = ends[ends[begin]];
    if (const auto rank = rank_of(piece.substr(begin, end - begin)))
      waiting.emplace(*rank, begin, end);
  };
  for (std::size_t i = 0; i < piece.size(); ++i) {
    ends[i] = i + 1;
    befores[i] = i == 0 ? 0 : i - 1;
  }
  for (std::size_t i = 0; i < piece.size(); ++i) wait(i);
  std::size_t parts = piece.size();
  while (!waiting.empty()) {
    const auto [rank, begin, end] = waiting.top();
    waiting.pop();
    const std::size_t middle = ends[begin];
    const bool still_there = middle != 0 && middle < end && ends[middle] == end;
    if (!still_there) continue;
    ends[begin] = end;
    ends[middle] = 0;
    if (end < piece.size()) befores[end] = begin;
    --parts;
    wait(begin);
    if (begin != 0) wait(befores[begin]);
  }
  return parts;
}

}  // namespace sluice
