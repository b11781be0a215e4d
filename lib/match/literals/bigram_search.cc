// At each place of the text, two bytes are looked up in a bit map. If literals
// begin with them, each of these is compared. This reads 100 to 600 MB/s with
// some hundred literals. The text is read once, so hits come in the order of
// their beginnings and are then sorted by their ends.

#include "match/literals/bigram_search.h"

#include <algorithm>
#include <cstddef>

#include "base/check.h"
#include "text/ascii.h"

namespace sluice {
namespace {

constexpr std::array<unsigned char, 256> kLower = [] {
  std::array<unsigned char, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i)
    table[i] = static_cast<unsigned char>(lower(static_cast<char>(i)));
  return table;
}();

std::size_t lower_byte(char c) { return kLower[static_cast<unsigned char>(c)]; }

// Whether `text` begins with the literal.
bool begins_with(std::string_view text, const Literal& literal) {
  if (text.size() < literal.text.size()) return false;
  if (!literal.caseless) return text.starts_with(literal.text);
  return std::equal(literal.text.begin(), literal.text.end(), text.begin(),
                    [](char a, char b) { return a == lower(b); });
}

}  // namespace

BigramSearch::BigramSearch(std::span<const Literal> literals)
    : literals_(literals.begin(), literals.end()), first_of_pair_(kPairs + 1) {
  const auto pair_of = [](const Literal& literal) {
    return lower_byte(literal.text[0]) << 8 | lower_byte(literal.text[1]);
  };
  for (std::uint32_t id = 0; id < literals_.size(); ++id) {
    Literal& literal = literals_[id];
    SLUICE_CHECK(!literal.text.empty());
    if (literal.caseless)
      std::ranges::transform(literal.text, literal.text.begin(), lower);
    if (literal.text.size() == 1) {
      ones_.push_back(id);
      continue;
    }
    by_pair_.push_back(id);
    const std::size_t pair = pair_of(literal);
    has_pair_[pair / 64] |= std::uint64_t{1} << (pair % 64);
    ++first_of_pair_[pair + 1];
  }
  for (std::size_t pair = 0; pair < kPairs; ++pair)
    first_of_pair_[pair + 1] += first_of_pair_[pair];
  std::stable_sort(by_pair_.begin(), by_pair_.end(),
                   [&](std::uint32_t a, std::uint32_t b) {
                     return pair_of(literals_[a]) < pair_of(literals_[b]);
                   });
}

void BigramSearch::find(std::string_view text,
                        std::vector<LiteralHit>* hits) const {
  const auto first = static_cast<std::ptrdiff_t>(hits->size());
  for (const std::uint32_t id : ones_)
    for (std::size_t at = 0; at < text.size(); ++at)
      if (begins_with(text.substr(at), literals_[id]))
        hits->push_back({id, static_cast<std::uint32_t>(at + 1)});
  find_pairs(text, hits);
  std::sort(hits->begin() + first, hits->end(),
            [](const LiteralHit& a, const LiteralHit& b) {
              return a.end != b.end ? a.end < b.end : a.literal < b.literal;
            });
}

void BigramSearch::find_pairs(std::string_view text,
                              std::vector<LiteralHit>* hits) const {
  if (text.size() < 2) return;
  std::size_t pair = lower_byte(text[0]);
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    pair = (pair << 8 | lower_byte(text[at + 1])) & (kPairs - 1);
    if ((has_pair_[pair / 64] >> (pair % 64) & 1) == 0) continue;
    for (std::uint32_t i = first_of_pair_[pair]; i < first_of_pair_[pair + 1];
         ++i) {
      const Literal& literal = literals_[by_pair_[i]];
      if (begins_with(text.substr(at), literal))
        hits->push_back({by_pair_[i],
                         static_cast<std::uint32_t>(at + literal.text.size())});
    }
  }
}

}  // namespace sluice
