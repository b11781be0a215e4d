#include "match/literals/literal_index.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <random>
#include <set>
#include <stdexcept>
#include <utility>

#include "support/effort.h"

namespace sluice::literal_index_test {

using Hits = std::multiset<std::pair<std::uint32_t, std::uint32_t>>;

Hits found(const LiteralIndex& index, std::string_view text) {
  LiteralScratch scratch;
  std::vector<LiteralHit> hits;
  REQUIRE(index.find(text, scratch, &hits));
  Hits set;
  std::uint32_t last = 0;
  for (const LiteralHit& hit : hits) {
    CHECK(hit.end >= last);
    last = hit.end;
    set.emplace(hit.literal, hit.end);
  }
  return set;
}

// Finds the same hits by comparing at each place.
Hits searched(std::span<const Literal> literals, std::string_view text) {
  Hits set;
  for (std::uint32_t id = 0; id < literals.size(); ++id) {
    const Literal& literal = literals[id];
    for (std::size_t at = 0; at + literal.text.size() <= text.size(); ++at) {
      const bool equal = std::equal(
          literal.text.begin(), literal.text.end(),
          text.begin() + static_cast<std::ptrdiff_t>(at), [&](char a, char b) {
            if (!literal.caseless) return a == b;
            return std::tolower(static_cast<unsigned char>(a)) ==
                   std::tolower(static_cast<unsigned char>(b));
          });
      if (equal)
        set.emplace(id, static_cast<std::uint32_t>(at + literal.text.size()));
    }
  }
  return set;
}

TEST_CASE(
    "literal index: equal to a search at each place, after a round trip "
    "through bytes too") {
  std::mt19937 random(test::seed(11));
  const auto word = [&](std::size_t least, std::size_t most) {
    std::string text;
    for (std::size_t n = least + random() % (most - least + 1); n > 0; --n)
      text += "abAB_"[random() % 5];
    return text;
  };
  for (int round = 0; round < test::times(60, 600); ++round) {
    std::vector<Literal> literals;
    for (std::size_t n = 1 + random() % 12; n > 0; --n) {
      Literal literal{word(1, 6), random() % 2 == 0};
      if (std::ranges::find(literals, literal) == literals.end())
        literals.push_back(literal);
    }
    const LiteralIndex index = LiteralIndex::compile(literals).value();
    const std::string bytes = LiteralIndex::serialize(literals).value();
    const LiteralIndex copy = LiteralIndex::deserialize(bytes).value();
    const std::string text = word(0, 300);
    const Hits truth = searched(literals, text);
    REQUIRE(found(index, text) == truth);
    REQUIRE(found(copy, text) == truth);
  }
}

TEST_CASE("literal index: an empty set finds nothing") {
  const LiteralIndex index = LiteralIndex::compile({}).value();
  CHECK(found(index, "anything").empty());
  CHECK(LiteralIndex::serialize({}).value().empty());
}

TEST_CASE("literal index: bytes that are no index are refused") {
  CHECK_FALSE(LiteralIndex::deserialize("not a database").has_value());
}

TEST_CASE(
    "literal index: what only Hyperscan can read is read when it is called") {
  const std::vector<Literal> literals = {{"abcdef", false}, {"ab", false}};
  const std::string bytes = LiteralIndex::serialize(literals).value();
  std::string damaged = bytes;
  std::fill(damaged.end() - 64, damaged.end(), '\xff');
  const LiteralIndex index =
      LiteralIndex::deserialize(damaged, std::nullopt).value();
  LiteralScratch scratch;
  std::vector<LiteralHit> hits;
  CHECK(index.find("", scratch, &hits));
  for (int call = 0; call < 2; ++call)
    CHECK_THROWS_AS((void)index.find("abcdef", scratch, &hits),
                    std::runtime_error);
  CHECK(found(LiteralIndex::deserialize(bytes, std::nullopt).value(),
              "abcdef") == Hits{{0, 6}, {1, 2}});
}

}  // namespace sluice::literal_index_test
