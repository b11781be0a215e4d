// At each place of the text, two bytes are looked up in a bit map. If literals
// begin with them, the next two decide, in a hash table of the first four bytes
// of all literals. Only literals with the same four bytes are compared. A set of
// 10,000 has literals behind nearly every pair of letters, and behind one in a
// thousand of four. Literals of two and three bytes are compared behind the
// pair. The text is read once, so hits come in the order of their beginnings and
// are then sorted by their ends.

#include "match/literals/bigram_search.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>

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

// The first four bytes of `text` in lower case. Only letters of ASCII have one.
std::uint32_t lower_quad(const char* text) {
  std::uint32_t bytes = 0;
  std::memcpy(&bytes, text, sizeof bytes);
  // For all four at once: a bit at the top of each byte that is a capital.
  const std::uint32_t low = bytes & 0x7F7F7F7FU;
  const std::uint32_t from_a = low + 0x3F3F3F3FU;    // 0x80 - 'A'
  const std::uint32_t beyond_z = low + 0x25252525U;  // 0x7F - 'Z'
  const std::uint32_t capitals = (from_a ^ beyond_z) & ~bytes & 0x80808080U;
  return bytes | capitals >> 2;
}

// Whether `text` begins with the literal.
bool begins_with(std::string_view text, const Literal& literal) {
  if (text.size() < literal.text.size()) return false;
  if (!literal.caseless) return text.starts_with(literal.text);
  return std::equal(literal.text.begin(), literal.text.end(), text.begin(),
                    [](char a, char b) { return a == lower(b); });
}

}  // namespace

BigramSearch::BigramSearch(std::span<const Literal> literals)
    : literals_(literals.begin(), literals.end()) {
  std::vector<std::uint32_t> longer;
  for (std::uint32_t id = 0; id < literals_.size(); ++id) {
    Literal& literal = literals_[id];
    SLUICE_CHECK(!literal.text.empty());
    if (literal.caseless)
      std::ranges::transform(literal.text, literal.text.begin(), lower);
    if (literal.text.size() == 1) {
      ones_.push_back(id);
      continue;
    }
    const std::size_t pair =
        lower_byte(literal.text[0]) << 8 | lower_byte(literal.text[1]);
    has_pair_[pair / 64] |= std::uint64_t{1} << (pair % 64);
    if (literal.text.size() < kQuad)
      by_pair_.push_back({static_cast<std::uint32_t>(pair), id});
    else
      longer.push_back(id);
  }
  std::ranges::stable_sort(by_pair_, {}, &Head::bytes);
  add_quads(longer);
}

// At most one bit in eight is set, and a bucket has one literal or two.
void BigramSearch::add_quads(const std::vector<std::uint32_t>& ids) {
  const auto buckets = std::bit_ceil(std::max<std::size_t>(ids.size(), 64));
  bucket_shift_ = 32 - static_cast<unsigned>(std::countr_zero(buckets));
  bit_shift_ = bucket_shift_ - 3;
  has_quad_.resize(8 * buckets / 64);
  first_of_bucket_.resize(buckets + 1);
  for (const std::uint32_t id : ids)
    by_quad_.push_back({lower_quad(literals_[id].text.data()), id});
  std::ranges::stable_sort(by_quad_, {},
                           [&](const Head& one) { return hash_of(one.bytes); });
  for (const Head& one : by_quad_) {
    const std::uint32_t hash = hash_of(one.bytes);
    const std::size_t bit = hash >> bit_shift_;
    has_quad_[bit / 64] |= std::uint64_t{1} << (bit % 64);
    ++first_of_bucket_[(hash >> bucket_shift_) + 1];
  }
  for (std::size_t bucket = 0; bucket < buckets; ++bucket)
    first_of_bucket_[bucket + 1] += first_of_bucket_[bucket];
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
  const auto compare = [&](std::size_t at, std::uint32_t id) {
    if (begins_with(text.substr(at), literals_[id]))
      hits->push_back(
          {id, static_cast<std::uint32_t>(at + literals_[id].text.size())});
  };
  std::size_t pair = lower_byte(text[0]);
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    pair = (pair << 8 | lower_byte(text[at + 1])) & (kPairs - 1);
    if ((has_pair_[pair / 64] >> (pair % 64) & 1) == 0) continue;
    for (auto one = std::ranges::lower_bound(by_pair_, pair, {}, &Head::bytes);
         one != by_pair_.end() && one->bytes == pair; ++one)
      compare(at, one->id);
    if (text.size() - at < kQuad) continue;
    const std::uint32_t quad = lower_quad(text.data() + at);
    const std::uint32_t hash = hash_of(quad);
    const std::size_t bit = hash >> bit_shift_;
    if ((has_quad_[bit / 64] >> (bit % 64) & 1) == 0) continue;
    const std::size_t bucket = hash >> bucket_shift_;
    for (std::uint32_t i = first_of_bucket_[bucket];
         i < first_of_bucket_[bucket + 1]; ++i)
      if (by_quad_[i].bytes == quad) compare(at, by_quad_[i].id);
  }
}

}  // namespace sluice
