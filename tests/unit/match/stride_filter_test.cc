#include "match/prefilter/stride_filter.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "match/literals/literal_finder.h"
#include "match/literals/literal_index.h"
#include "support/effort.h"
#include "text/ascii.h"

namespace sluice::stride_filter_test {

using Front = StrideFilter::Front;
using Hits = std::vector<LiteralHit>;

// The fronts that this processor can run.
std::vector<Front> fronts() {
  std::vector<Front> some = {Front::kPortable};
  if (QgramMask::supported()) some.push_back(Front::kVector);
  return some;
}

Hits sorted(Hits hits) {
  std::ranges::sort(
      hits, {}, [](LiteralHit hit) { return std::pair(hit.end, hit.literal); });
  return hits;
}

// The occurrences by comparing at each place, ordered by end, then literal.
Hits searched(std::span<const Literal> literals, std::string_view text) {
  Hits hits;
  for (std::uint32_t id = 0; id < literals.size(); ++id) {
    const auto& [own, caseless] = literals[id];
    for (std::size_t at = 0; at + own.size() <= text.size(); ++at) {
      const std::string_view here = text.substr(at, own.size());
      if (caseless ? std::ranges::equal(own, here, {}, lower, lower)
                   : own == here)
        hits.push_back({id, static_cast<std::uint32_t>(at + own.size())});
    }
  }
  return sorted(std::move(hits));
}

// Searches a copy whose surroundings are not readable under the address
// sanitizer, and that begins `shift` bytes off an aligned place.
Hits found(const StrideFilter& filter, std::string_view text,
           std::size_t shift = 0) {
  const auto memory = std::make_unique<char[]>(shift + text.size());
  std::ranges::copy(text, memory.get() + shift);
  Hits hits{{7, 7}};  // earlier content stays
  REQUIRE(filter.find({memory.get() + shift, text.size()}, 0, &hits) ==
          text.size());
  REQUIRE(hits.front() == LiteralHit{7, 7});
  hits.erase(hits.begin());
  return sorted(std::move(hits));
}

class Source {
 public:
  explicit Source(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t bound) { return random_() % bound; }

  std::string word(std::string_view alphabet, std::size_t least,
                   std::size_t most) {
    std::string text;
    for (std::size_t n = least + below(most - least + 1); n > 0; --n)
      text += alphabet[below(alphabet.size())];
    return text;
  }

  std::vector<Literal> literals(std::string_view alphabet, std::size_t count,
                                std::size_t least, std::size_t most) {
    std::vector<Literal> made;
    while (count-- > 0)
      made.push_back({word(alphabet, least, most), below(2) == 0});
    return made;
  }

  // Noise with literals, their beginnings and their ends in it, some in the
  // other case; one per `spacing` bytes or so.
  std::string text(std::string_view alphabet, std::span<const Literal> literals,
                   std::size_t size, std::size_t spacing) {
    std::string text;
    while (text.size() < size) {
      text += word(alphabet, 0, 2 * spacing);
      std::string piece = literals[below(literals.size())].text;
      if (below(3) == 0) piece = piece.substr(below(piece.size()));
      if (below(3) == 0) piece = piece.substr(0, below(piece.size()) + 1);
      if (below(3) == 0)
        for (char& c : piece)
          if (below(2) == 0 && is_letter(c)) c ^= 0x20;
      text += piece;
    }
    text.resize(size);
    return text;
  }

 private:
  std::mt19937 random_;
};

// With NUL, a byte above 127, bytes that differ in the folded bits only
// ("@`", "[{", "K" and "\xcb"), and letters.
constexpr std::string_view kBytes("\0\x80\xcb\xff@`[{_ -0kKsSaAzZ", 20);
constexpr std::string_view kLetters("abcdefghijklmnopqrstuvwxyzABCDEF_-:/ ");

TEST_CASE("stride filter: equal to a search at each place, for any bytes") {
  Source source(test::seed(1));
  std::size_t total = 0;
  for (int round = 0; round < test::times(150, 3000); ++round) {
    const std::string_view alphabet =
        source.below(2) == 0 ? kBytes : std::string_view("aAb\0", 4);
    const auto literals = source.literals(alphabet, 1 + source.below(20), 7,
                                          7 + source.below(30));
    const std::string text = source.text(alphabet, literals, source.below(400),
                                         1 + source.below(40));
    const Hits truth = searched(literals, text);
    total += truth.size();
    for (const Front front : fronts()) {
      const auto filter = StrideFilter::make(literals, front);
      REQUIRE(filter != nullptr);
      REQUIRE(found(*filter, text, source.below(64)) == truth);
    }
  }
  CHECK(total > 500);
}

TEST_CASE("stride filter: literals at the very ends of texts of each length") {
  Source source(test::seed(2));
  const std::vector<Literal> literals = {{"abcabcx", false},
                                         {"qz_qz_qz", true},
                                         {"ABCDABCDA", true},
                                         {"a literal of twenty-four", true},
                                         {std::string(120, 'q'), false}};
  for (const Front front : fronts()) {
    const auto filter = StrideFilter::make(literals, front);
    for (std::size_t size = 0; size < 300; ++size) {
      for (const Literal& literal : literals) {
        if (literal.text.size() > size) continue;
        std::string text = source.word("aAbcqxz_", size, size);
        text.replace(0, literal.text.size(), literal.text);
        text.replace(size - literal.text.size(), literal.text.size(),
                     literal.text);
        REQUIRE(found(*filter, text, size % 64) == searched(literals, text));
      }
    }
  }
}

TEST_CASE("stride filter: what looks like a literal beyond the text") {
  // Zeros are read where there is no text.
  const std::vector<Literal> literals = {
      {std::string("a\0\0\0\0\0\0\0", 8), false},
      {std::string("\0\0\0\0\0\0a", 7), false},
      {std::string(9, '\0'), true}};
  for (const Front front : fronts()) {
    const auto filter = StrideFilter::make(literals, front);
    for (std::size_t size = 0; size < 400; ++size)
      REQUIRE(found(*filter, std::string(size, 'a'), size % 64).empty());
  }
}

TEST_CASE("stride filter: ten thousand literals, as Hyperscan finds them") {
  Source source(test::seed(3));
  const auto literals = source.literals(kLetters, 10'000, 7, 30);
  const LiteralIndex alone =
      LiteralIndex::compile(literals, {}, std::nullopt).value();
  LiteralScratch scratch;
  for (const std::size_t spacing : {0U, 8U, 60U, 1000U}) {
    const std::string text =
        source.text(kLetters, literals, 60'000 + source.below(300), spacing);
    Hits truth;
    REQUIRE(alone.find(text, scratch, &truth));
    REQUIRE(!truth.empty());
    for (const Front front : fronts()) {
      const auto filter = StrideFilter::make(literals, front);
      REQUIRE(filter != nullptr);
      REQUIRE(found(*filter, text, spacing % 64) == sorted(truth));
    }
  }
}

TEST_CASE("stride filter: where it begins and where the q-grams are") {
  Source source(test::seed(4));
  const auto literals = source.literals("abc_", 50, 7, 40);
  const std::string text = source.text("abc_", literals, 5'000, 9);
  const Hits all = searched(literals, text);
  for (const Front front : fronts()) {
    const auto filter = StrideFilter::make(literals, front);
    for (const LiteralHit& hit : all) {
      const std::size_t begin = hit.end - literals[hit.literal].text.size();
      const std::size_t qgram = filter->qgram_of(hit);
      REQUIRE(qgram % 4 == 0);
      REQUIRE((qgram >= begin && qgram + 4 <= hit.end));
      REQUIRE(qgram - begin <= filter->most_before());
      REQUIRE(hit.end - qgram <= filter->most_after());
    }
    for (std::size_t from = 0; from < 300; ++from) {
      Hits wanted = all;
      std::erase_if(wanted, [&](const LiteralHit& hit) {
        return filter->qgram_of(hit) < from;
      });
      Hits hits;
      REQUIRE(filter->find(text, from, &hits) == text.size());
      REQUIRE(sorted(hits) == wanted);
    }
  }
}

TEST_CASE(
    "stride filter: too many literals, and literals that are not suited") {
  Source source(test::seed(5));
  CHECK(StrideFilter::make({}, Front::kPortable) == nullptr);
  CHECK_FALSE(StrideFilter::suits({"sixsix", true}));
  CHECK(StrideFilter::suits({"seven_7", true}));
  CHECK(StrideFilter::suits({std::string(120, 'a'), true}));
  CHECK_FALSE(StrideFilter::suits({std::string(121, 'a'), true}));
  const auto many = source.literals(kLetters, 600'000, 7, 9);
  CHECK(StrideFilter::make(many, Front::kPortable) == nullptr);
}

TEST_CASE("stride filter: gives up where many literals share a window") {
  // There are only 128 windows of x and y.
  Source source(test::seed(8));
  const auto literals = source.literals("xy", 2'000, 25, 30);
  std::string text = source.word("xy", 300'000, 300'000);
  for (std::size_t at = 1'000; at + 30 < text.size(); at += 4'999) {
    const std::string& own = literals[source.below(literals.size())].text;
    text.replace(at, own.size(), own);
  }
  text.append(200'000, ' ');
  text += literals.back().text;
  const std::string few = text.substr(299'000, 2'000) + literals.front().text;
  for (const Front front : fronts()) {
    const auto filter = StrideFilter::make(literals, front);
    REQUIRE(filter != nullptr);
    Hits hits;
    CHECK(filter->find(text, 0, &hits) == 4'096);
    // The index goes on with Hyperscan, and then with the filter again.
    const LiteralIndex index =
        LiteralIndex::compile(literals, {}, front).value();
    CHECK(index.uses_filter());
    const LiteralIndex alone =
        LiteralIndex::compile(literals, {}, std::nullopt).value();
    LiteralScratch scratch;
    LiteralScratch other;
    hits.clear();
    Hits truth;
    REQUIRE(index.find(text, scratch, &hits));
    REQUIRE(alone.find(text, other, &truth));
    CHECK(truth.size() > 50);
    REQUIRE(hits == sorted(truth));
    hits.clear();
    REQUIRE(index.find(few, scratch, &hits));
    REQUIRE(hits == searched(literals, few));
  }
}

TEST_CASE("literal index: many literals, some of them short or very long") {
  Source source(test::seed(6));
  auto literals = source.literals(kLetters, 3'000, 7, 20);
  for (const Literal& literal : source.literals("abcdXYZ_-", 300, 3, 6))
    literals.push_back(literal);
  literals.push_back({std::string(125, 'q'), true});
  std::shuffle(literals.begin(), literals.end(), std::mt19937(test::seed(6)));
  std::string text = source.text(kLetters, literals, 200'000, 20);
  text += std::string(300, 'Q');
  const LiteralIndex alone =
      LiteralIndex::compile(literals, {}, std::nullopt).value();
  LiteralScratch scratch;
  Hits truth;
  REQUIRE(alone.find(text, scratch, &truth));
  for (const Front front : fronts()) {
    const LiteralIndex index =
        LiteralIndex::compile(literals, {}, front).value();
    CHECK(index.uses_filter());
    LiteralScratch own;
    for (int round = 0; round < 2; ++round) {
      Hits hits{{7, 7}};
      REQUIRE(index.find(text, own, &hits));
      REQUIRE(hits.front() == LiteralHit{7, 7});
      hits.erase(hits.begin());
      REQUIRE(hits == sorted(truth));  // and in this order
    }
  }
}

TEST_CASE("literal finder: thousands of literals are compiled early") {
  Source source(test::seed(7));
  const auto literals = source.literals(kLetters, 5'000, 7, 20);
  CHECK(LiteralIndex::pays_after(literals) <= 1'000'000);
  const auto shorter = source.literals(kLetters, 5'000, 3, 6);
  CHECK(LiteralIndex::pays_after(shorter) >= 8'000'000);
  auto finder = LiteralFinder::create(literals, {}).value();
  FinderScratch scratch;
  const std::string text = source.text(kLetters, literals, 700'000, 200);
  Hits before;
  finder->find(text, scratch, &before);
  CHECK(finder->compiled());
  Hits after;
  finder->find(text, scratch, &after);
  CHECK(!before.empty());
  CHECK(sorted(before) == sorted(after));
  const LiteralIndex alone =
      LiteralIndex::compile(literals, {}, std::nullopt).value();
  LiteralScratch other;
  Hits truth;
  REQUIRE(alone.find(text, other, &truth));
  CHECK(after == sorted(truth));
}

}  // namespace sluice::stride_filter_test
