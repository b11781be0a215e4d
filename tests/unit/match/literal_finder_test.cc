#include "match/literals/literal_finder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "match/literals/bigram_search.h"
#include "support/effort.h"

namespace sluice::literal_finder_test {

// Each literal at each place.
std::vector<LiteralHit> by_comparing(const std::vector<Literal>& literals,
                                     std::string_view text) {
  const auto lower = [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  };
  std::vector<LiteralHit> hits;
  for (std::uint32_t end = 1; end <= text.size(); ++end) {
    for (std::uint32_t id = 0; id < literals.size(); ++id) {
      const Literal& literal = literals[id];
      if (literal.text.size() > end) continue;
      const std::string_view here =
          text.substr(end - literal.text.size(), literal.text.size());
      if (std::equal(here.begin(), here.end(), literal.text.begin(),
                     [&](char a, char b) {
                       return literal.caseless ? lower(a) == lower(b) : a == b;
                     }))
        hits.push_back({id, end});
    }
  }
  return hits;
}

std::string random_text(std::mt19937& random, std::size_t most) {
  constexpr std::string_view kLetters = "aAbBcC@`[{\x00\xC3\xE3z";
  std::string text;
  const auto size = std::uniform_int_distribution<std::size_t>(0, most)(random);
  for (std::size_t i = 0; i < size; ++i)
    text += kLetters[std::uniform_int_distribution<std::size_t>(
        0, kLetters.size() - 1)(random)];
  return text;
}

std::vector<Literal> random_literals(std::mt19937& random) {
  std::vector<Literal> literals;
  const int count = std::uniform_int_distribution(0, 12)(random);
  while (literals.size() < static_cast<std::size_t>(count)) {
    Literal literal{random_text(random, 4), random() % 2 == 0};
    if (!literal.text.empty()) literals.push_back(std::move(literal));
  }
  return literals;
}

std::vector<LiteralHit> sorted(std::vector<LiteralHit> hits) {
  std::ranges::sort(hits, [](const LiteralHit& a, const LiteralHit& b) {
    return a.end != b.end ? a.end < b.end : a.literal < b.literal;
  });
  return hits;
}

TEST_CASE("small search: every occurrence of every literal") {
  std::mt19937 random(test::seed(3));
  std::size_t seen = 0;
  for (int round = 0; round < test::times(3'000, 30'000); ++round) {
    const std::vector<Literal> literals = random_literals(random);
    const BigramSearch search(literals);
    const std::string text = random_text(random, 60);
    std::vector<LiteralHit> hits = {{77, 99}};  // stays
    search.find(text, &hits);
    REQUIRE(hits.front() == LiteralHit{77, 99});
    hits.erase(hits.begin());
    REQUIRE(hits == by_comparing(literals, text));
    seen += hits.size();
  }
  CHECK(seen > 10'000);
}

TEST_CASE("small search: thousands of literals with one beginning") {
  std::mt19937 random(test::seed(5));
  std::vector<Literal> literals;
  for (int i = 0; i < 4'000; ++i) {
    std::string text = random_text(random, 6);
    if (text.empty()) text = "q";
    if (i % 3 == 0) text = "key_" + text;
    literals.push_back({text, i % 2 == 0});
  }
  const BigramSearch search(literals);
  for (int round = 0; round < test::times(20, 200); ++round) {
    std::string text = random_text(random, 200);
    text += "KEY_" + literals[static_cast<std::size_t>(round)].text;
    std::vector<LiteralHit> hits;
    search.find(text, &hits);
    REQUIRE(hits == by_comparing(literals, text));
    REQUIRE(!hits.empty());
  }
}

TEST_CASE("literal finder: compiles when it pays, and finds the same") {
  std::mt19937 random(test::seed(4));
  const std::vector<Literal> literals = {
      {"abc", true}, {"BC", false}, {"a", true}, {"z@", false}};
  auto finder = LiteralFinder::create(literals, {});
  REQUIRE(finder.has_value());
  const std::string bytes = LiteralIndex::serialize(literals).value();
  auto ready = LiteralFinder::create(literals, bytes);
  REQUIRE(ready.has_value());
  CHECK((*ready)->compiled());
  FinderScratch scratch;
  FinderScratch ready_scratch;
  std::uint64_t searched = 0;
  for (int round = 0; searched < 2 * LiteralFinder::kMinBytes; ++round) {
    const std::string text = random_text(random, 9'000);
    searched += text.size();
    std::vector<LiteralHit> hits;
    (*finder)->find(text, scratch, &hits);
    REQUIRE((*finder)->compiled() == (searched >= LiteralFinder::kMinBytes));
    std::vector<LiteralHit> wanted;
    (*ready)->find(text, ready_scratch, &wanted);
    REQUIRE(sorted(hits) == sorted(wanted));
    if (round % 16 == 0) REQUIRE(sorted(hits) == by_comparing(literals, text));
  }
}

TEST_CASE("literal finder: a literal that begins with a NUL byte") {
  // Vectorscan, and Hyperscan from 5.4.1 on, refuse it.
  const std::vector<Literal> literals = {{std::string("\0abc", 4), false}};
  const auto finder = LiteralFinder::create(literals, {}).value();
  FinderScratch scratch;
  const std::string text =
      std::string(LiteralFinder::kMinBytes, ' ') + std::string("\0abc", 4);
  for (int round = 0; round < 2; ++round) {
    std::vector<LiteralHit> hits;
    finder->find(text, scratch, &hits);
    CHECK(hits == by_comparing(literals, text));
    CHECK(hits.size() == 1);
  }
}

TEST_CASE("literal finder: more literals wait for more text") {
  std::vector<Literal> literals;
  for (int i = 0; i < 1'000; ++i)
    literals.push_back({"x" + std::to_string(i) + "_", false});
  auto finder = LiteralFinder::create(literals, {});
  REQUIRE(finder.has_value());
  FinderScratch scratch;
  std::vector<LiteralHit> hits;
  const std::string text(LiteralFinder::kMinBytes, ' ');
  (*finder)->find(text, scratch, &hits);
  CHECK(!(*finder)->compiled());
  const std::string more(LiteralIndex::pays_after(literals), ' ');
  (*finder)->find(more, scratch, &hits);
  CHECK((*finder)->compiled());
  CHECK(hits.empty());
}

TEST_CASE("literal finder: no literals, and damaged bytes") {
  auto none = LiteralFinder::create({}, {});
  REQUIRE(none.has_value());
  FinderScratch scratch;
  std::vector<LiteralHit> hits;
  (*none)->find("text", scratch, &hits);
  CHECK(hits.empty());
  CHECK(!LiteralFinder::create({{"abc", false}}, "damaged").has_value());
}

TEST_CASE("literal finder: where Hyperscan fails the search goes on without") {
  // Hyperscan 5.4 returns HS_UNKNOWN_ERROR for this set and text.
  const std::vector<Literal> literals = {{"cctc" + std::string(33, 'c'), false},
                                         {"c", true}};
  const std::string text = "ccYcccccccccccccc=c04cccJccc$ccctcc";
  const std::string bytes = LiteralIndex::serialize(literals).value();
  auto finder = LiteralFinder::create(literals, bytes);
  REQUIRE(finder.has_value());
  FinderScratch scratch;
  std::vector<LiteralHit> hits;
  (*finder)->find(text, scratch, &hits);
  std::vector<LiteralHit> truth;
  BigramSearch(literals).find(text, &truth);
  CHECK(!truth.empty());
  CHECK(hits == truth);
}

TEST_CASE("literal finder: many search while one compiles") {
  constexpr std::size_t kThreads = 4;
  const std::vector<Literal> literals = {{"needle", true}, {"ee", false}};
  auto finder = LiteralFinder::create(literals, {});
  REQUIRE(finder.has_value());
  std::string text(20'000, '.');
  text += "NEEDLE needle";
  std::vector<std::size_t> found(kThreads);
  std::vector<std::thread> threads;
  constexpr std::size_t kRounds = 60;
  for (std::size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      FinderScratch scratch;
      std::vector<LiteralHit> hits;
      for (std::size_t round = 0; round < kRounds; ++round) {
        hits.clear();
        (*finder)->find(text, scratch, &hits);
        found[i] += hits.size();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK((*finder)->compiled());
  for (const std::size_t count : found) CHECK(count == 3 * kRounds);
}

}  // namespace sluice::literal_finder_test
