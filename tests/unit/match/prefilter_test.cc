#include "match/prefilter/prefilter.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "match/literals/literal_index.h"
#include "support/effort.h"

namespace sluice::prefilter_test {

using namespace std::string_literals;

using Front = Prefilter::Front;
using Hits = std::vector<LiteralHit>;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

// The occurrences by comparing at each place, ordered by end, then literal.
Hits searched(std::span<const Literal> literals, std::string_view text) {
  Hits hits;
  for (std::size_t end = 1; end <= text.size(); ++end) {
    for (std::uint32_t id = 0; id < literals.size(); ++id) {
      const std::string& own = literals[id].text;
      if (own.size() > end) continue;
      const std::string_view here = text.substr(end - own.size(), own.size());
      const bool equal = literals[id].caseless
                             ? std::ranges::equal(own, here, {}, lower, lower)
                             : own == here;
      if (equal) hits.push_back({id, static_cast<std::uint32_t>(end)});
    }
  }
  return hits;
}

// Copies `text` to a place where the bytes before it and after it are not
// readable under the address sanitizer, `shift` bytes off an aligned place.
Hits found(const LiteralIndex& index, std::string_view text,
           std::size_t shift = 0) {
  const auto memory = std::make_unique<char[]>(shift + text.size());
  std::ranges::copy(text, memory.get() + shift);
  LiteralScratch scratch;
  Hits hits{{7, 7}};  // earlier content stays
  REQUIRE(index.find({memory.get() + shift, text.size()}, scratch, &hits));
  CHECK(hits.front() == LiteralHit{7, 7});
  hits.erase(hits.begin());
  return hits;
}

Hits sorted(Hits hits) {
  std::ranges::sort(
      hits, {}, [](LiteralHit hit) { return std::pair(hit.end, hit.literal); });
  return hits;
}

std::pair<std::uint32_t, std::uint32_t> by_end(LiteralHit hit) {
  return {hit.end, hit.literal};
}

// Finds the hits with Hyperscan and without the pre-filter.
Hits found_without(std::span<const Literal> literals, std::string_view text) {
  return sorted(
      found(LiteralIndex::compile(literals, {}, std::nullopt).value(), text));
}

// The fronts that this processor can run.
std::vector<Front> fronts() {
  std::vector<Front> some = {Front::kPortable};
  if (QgramMask::supported()) some.push_back(Front::kVector);
  return some;
}

// An index with a filter of each front that this processor can run.
std::vector<LiteralIndex> indexes(std::span<const Literal> literals,
                                  std::span<const Follow> follow = {}) {
  std::vector<LiteralIndex> some;
  for (const Front front : fronts())
    some.push_back(LiteralIndex::compile(literals, follow, front).value());
  return some;
}

// Vectorscan, and Hyperscan from 5.4.1 on, refuse a literal that begins with a
// NUL byte (https://github.com/intel/hyperscan/issues/388).
bool takes_nul_first() {
  static const bool takes =
      LiteralIndex::compile(std::vector<Literal>{{"\0a"s, false}}, {},
                            std::nullopt)
          .has_value();
  return takes;
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

  // Makes literals of three bytes and more, which suit every front.
  std::vector<Literal> literals(std::string_view alphabet, std::size_t count,
                                std::size_t most) {
    std::vector<Literal> made;
    while (count-- > 0) {
      Literal literal{word(alphabet, 3, most), below(2) == 0};
      if (literal.text.front() == '\0' && !takes_nul_first())
        literal.text.front() = 'a';
      if (std::ranges::find(made, literal) == made.end())
        made.push_back(literal);
    }
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
          if (below(2) == 0 && lower(c) >= 'a' && lower(c) <= 'z') c ^= 0x20;
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

TEST_CASE("pre-filter: equal to a search at each place, for any bytes") {
  Source source(test::seed(1));
  for (int round = 0; round < test::times(80, 3000); ++round) {
    const std::string_view alphabet =
        source.below(2) == 0 ? kBytes : std::string_view("aAb\0", 4);
    const auto literals =
        source.literals(alphabet, 1 + source.below(20), 3 + source.below(30));
    const std::string text = source.text(alphabet, literals, source.below(400),
                                         1 + source.below(40));
    for (const LiteralIndex& index : indexes(literals)) {
      CHECK(index.uses_filter());
      REQUIRE(found(index, text, source.below(64)) == searched(literals, text));
    }
  }
}

TEST_CASE("pre-filter: literals at the very ends of texts of each length") {
  Source source(test::seed(2));
  const std::vector<Literal> literals = {{"abc", false},
                                         {"qz_", true},
                                         {"ABCD", true},
                                         {"xyz0-", false},
                                         {"a literal of twenty-four", true}};
  const std::vector<LiteralIndex> both = indexes(literals);
  for (std::size_t size = 0; size < 200; ++size) {
    for (const Literal& literal : literals) {
      if (literal.text.size() > size) continue;
      std::string text = source.word("aAbcqxz_", size, size);
      text.replace(0, literal.text.size(), literal.text);
      text.replace(size - literal.text.size(), literal.text.size(),
                   literal.text);
      for (const LiteralIndex& index : both)
        REQUIRE(found(index, text, size % 64) == searched(literals, text));
    }
  }
}

TEST_CASE("pre-filter: as Hyperscan, whatever the density, over segments") {
  Source source(test::seed(3));
  const auto literals = source.literals(kLetters, 300, 20);
  const std::vector<LiteralIndex> both = indexes(literals);
  for (const std::size_t spacing : {0U, 2U, 8U, 20U, 60U, 150U, 1000U}) {
    const std::string text =
        source.text(kLetters, literals, 40000 + source.below(300), spacing);
    const Hits truth = found_without(literals, text);
    for (const LiteralIndex& index : both) {
      CHECK(index.uses_filter());
      REQUIRE(found(index, text, spacing % 64) == truth);
    }
  }
}

TEST_CASE("pre-filter: as Hyperscan where dense and sparse stretches meet") {
  Source source(test::seed(4));
  const auto literals = source.literals(kLetters, 300, 100);
  std::string text;
  for (int stretch = 0; stretch < 30; ++stretch)
    text += source.text(kLetters, literals, source.below(90000),
                        stretch % 2 == 0 ? 4 : 2000);
  for (const LiteralIndex& index : indexes(literals))
    REQUIRE(found(index, text) == found_without(literals, text));
}

TEST_CASE("pre-filter: nothing lost or found twice where the matchers meet") {
  // All have the q-gram "xqzj".
  const std::vector<Literal> literals = {
      {"tttxqzjttt", true}, {"eeeexqzj", false}, {"xqzjeeee", false}};
  const std::vector<LiteralIndex> both = indexes(literals);
  constexpr std::size_t kSegment = 4096;
  constexpr std::size_t kHandOver = 128 * 1024;
  // A caller cannot see where the pre-filter gives up on a text full of q-grams
  // without a literal, nor where Hyperscan's stretch ends. So the test puts a
  // literal at each place near the blocks' borders.
  std::string text(2 * kHandOver, ' ');
  for (std::size_t at = 0; at + 8 < kSegment; at += 8)
    text.replace(at, 4, "xqzj");
  const auto check = [&](std::size_t qgram) {
    std::string with = text;
    with.replace(qgram - 4, 12, "eeeexqzjeeee");
    for (const LiteralIndex& index : both)
      REQUIRE(found(index, with) == found_without(literals, with));
    with.replace(qgram - 4, 12, " tttXQzjttt ");
    for (const LiteralIndex& index : both)
      REQUIRE(found(index, with) == found_without(literals, with));
  };
  for (std::size_t block = 64; block <= kSegment; block += 64) {
    for (const std::size_t seam : {block, block + kHandOver})
      for (std::size_t qgram = seam - 2; qgram < seam + 2; ++qgram)
        check(qgram);
  }
}

TEST_CASE("pre-filter: more literals with one q-gram than a word has bits") {
  Source source(test::seed(9));
  for (const std::size_t count : {5U, 40U, 64U, 100U}) {
    std::vector<Literal> literals;
    while (literals.size() < count) {
      const std::string before = source.word("aBc_", 0, 5);
      const std::string behind = source.word("aBc_", 0, 5);
      const Literal literal{before + "xqzj" + behind, source.below(2) == 0};
      if (std::ranges::find(literals, literal) == literals.end())
        literals.push_back(literal);
    }
    const std::string text = source.text("aAbBcC_ ", literals, 3000, 8);
    const Hits truth = searched(literals, text);
    CHECK(truth.size() > 100);
    for (const LiteralIndex& index : indexes(literals))
      REQUIRE(found(index, text) == truth);
  }
}

TEST_CASE("pre-filter: literals that share bytes, each found once") {
  // Q-grams that fold onto one another, prefixes, and a q-gram of four bytes
  // whose key is that of one of three.
  const std::vector<Literal> literals = {
      {"abc", false},   {"abc ", false},
      {"ABC", false},   {"abc", true},
      {"abcd", false},  {"xabcd", true},
      {"abc\0", false}, {std::string("abc\0", 4), false}};
  const std::string text = std::string("abc ABC xabcd abc\0 XABCD AbC", 28);
  for (const LiteralIndex& index : indexes(literals))
    for (std::size_t skipped = 0; skipped < 2; ++skipped)
      REQUIRE(found(index, text.substr(skipped)) ==
              searched(literals, text.substr(skipped)));
}

TEST_CASE("pre-filter: leaves out only what nobody cares for") {
  Source source(test::seed(9));
  constexpr std::string_view kAlphabet = "abcdefgh_ -01K\xc3";
  std::size_t left_out = 0;
  for (int round = 0; round < test::times(60, 2000); ++round) {
    const auto literals =
        source.literals(kAlphabet, 1 + source.below(12), 3 + source.below(9));
    std::vector<Follow> follow(literals.size());
    for (Follow& one : follow) {
      const std::size_t known = source.below(Follow::kReach + 1);
      for (std::size_t k = 0; k < Follow::kReach; ++k)
        for (const char c : source.word("abcd_0", 2, 9))
          one.bytes[k] |= k < known ? bit_of(c) : Follow::kAny;
    }
    const std::string text =
        source.text(kAlphabet, literals, source.below(2000), source.below(20));
    const auto cares = [&](LiteralHit hit) {
      for (std::size_t k = 0; k < Follow::kReach; ++k) {
        const std::uint64_t bytes = follow[hit.literal].bytes[k];
        if (bytes == Follow::kAny) return true;
        if (hit.end + k == text.size()) return false;
        const char byte = text[hit.end + k];
        if (static_cast<unsigned char>(byte) > 127) return true;
        if ((bytes & bit_of(byte)) == 0) return false;
      }
      return true;
    };
    const Hits all = searched(literals, text);
    for (const LiteralIndex& index : indexes(literals, follow)) {
      const Hits some = found(index, text, source.below(64));
      left_out += all.size() - some.size();
      REQUIRE(
          std::ranges::includes(sorted(all), sorted(some), {}, by_end, by_end));
      for (const LiteralHit& hit : all)
        REQUIRE((!cares(hit) || std::ranges::count(some, hit) == 1));
    }
  }
  CHECK(left_out > 1000);
}

TEST_CASE("pre-filter: what looks like a literal behind the text") {
  // The zeros after the last bytes are a q-gram of these literals. The bytes
  // beside it belong to nobody: the address sanitizer sees whether they are
  // read.
  std::vector<Literal> literals = {{"a\0\0\0"s, false}, {"  xqzj", false}};
  if (takes_nul_first()) {
    literals.push_back({std::string(3, '\0'), false});
    literals.push_back({"\0\0-xqzj_tok"s, true});
  }
  const std::vector<LiteralIndex> both = indexes(literals);
  for (std::size_t size = 0; size < 400; ++size) {
    const std::string text(size, 'a');
    for (const LiteralIndex& index : both)
      REQUIRE(found(index, text, size % 64).empty());
  }
}

TEST_CASE("pre-filter: the last bytes behind a block of vain q-grams") {
  // All but the last of the 66 bytes are flagged: it gives up after the first
  // block, with two bytes left.
  std::vector<Literal> literals;
  for (const char* text :
       {"aB", "Ab", "bA", "Ba", "aBab", "Abab", "bAba", "Baba", "abaB", "babA",
        "abAb", "baBa", "ABAB", "BABA"})
    literals.push_back({text, false});
  std::string text;
  for (int i = 0; i < 32; ++i) text += "ab";
  text += "aB";
  for (const LiteralIndex& index : indexes(literals))
    REQUIRE(found(index, text) == searched(literals, text));
}

TEST_CASE("pre-filter: short literals, whatever stands behind them") {
  // The bytes after a short literal decide which slots of the table are looked
  // up, and two of them may be one.
  Source source(test::seed(8));
  for (int round = 0; round < test::times(10, 400); ++round) {
    const std::vector<Literal> literals = {{source.word(kLetters, 2, 2), false},
                                           {source.word(kLetters, 2, 2), true},
                                           {source.word(kLetters, 3, 3), false},
                                           {source.word(kLetters, 3, 3), true}};
    // Those of two bytes suit one front only.
    const std::span<const Literal> all = literals;
    const std::vector<LiteralIndex> longer = indexes(all.subspan(2));
    const std::vector<LiteralIndex> both = indexes(all);
    CHECK(longer.front().uses_filter());
    CHECK_FALSE(both.front().uses_filter());
    for (const Literal& literal : literals) {
      std::string text;
      for (int first = 0; first < 128; ++first) {
        text += literal.text;
        text += static_cast<char>(first);
        text += static_cast<char>(source.below(128));
      }
      for (const LiteralIndex& index : both)
        REQUIRE(sorted(found(index, text)) == searched(literals, text));
      for (const LiteralIndex& index : longer)
        REQUIRE(found(index, text) == searched(all.subspan(2), text));
    }
  }
}

TEST_CASE("pre-filter: sets that are not suited are found without it") {
  Source source(test::seed(5));
  const auto check = [&](const std::vector<Literal>& literals) {
    const std::string text = source.text(kLetters, literals, 3000, 50);
    for (const LiteralIndex& index : indexes(literals)) {
      CHECK_FALSE(index.uses_filter());
      REQUIRE(sorted(found(index, text)) == found_without(literals, text));
    }
  };
  check({{"q", false}, {"secretive", true}});
  check({{"a", true}});
  check({{std::string(Prefilter::kLongest + 1, 'q'), false}});
  check(source.literals(kLetters, 20000, 9));
}

TEST_CASE("pre-filter: the longest literals, and a round trip through bytes") {
  Source source(test::seed(6));
  std::vector<Literal> literals;
  for (std::size_t size = Prefilter::kLongest - 4; size <= Prefilter::kLongest;
       ++size)
    literals.push_back({source.word(kLetters, size, size), size % 2 == 0});
  const std::string bytes = LiteralIndex::serialize(literals).value();
  CHECK_FALSE(
      LiteralIndex::deserialize(bytes, std::nullopt).value().uses_filter());
  std::string text = source.text(kLetters, literals, 9000, 100);
  // A near miss for each byte of one.
  for (std::size_t i = 0; i < literals[0].text.size(); ++i) {
    text += literals[0].text;
    text[text.size() - 1 - i] ^= 1;
  }
  const Hits truth = searched(literals, text);
  for (const LiteralIndex& index : indexes(literals))
    REQUIRE(found(index, text) == truth);
  for (const Front front : fronts()) {
    const LiteralIndex copy = LiteralIndex::deserialize(bytes, front).value();
    CHECK(copy.uses_filter());
    REQUIRE(found(copy, text) == truth);
  }
}

TEST_CASE("pre-filter: bytes that were cut short are refused") {
  const std::vector<Literal> literals = {{"abcdef", false}, {"xyz", true}};
  for (const Front front : {Front::kVector, Front::kPortable}) {
    const auto filter = Prefilter::make(literals, {}, front);
    REQUIRE(filter != nullptr);
    const std::string bytes = filter->serialize();
    CHECK(Prefilter::deserialize(bytes) != nullptr);
    for (const std::size_t size :
         {std::size_t{0}, bytes.size() / 2, bytes.size() - 60, std::size_t{8}})
      CHECK(Prefilter::deserialize(bytes.substr(0, size)) == nullptr);
  }
  const std::string whole = LiteralIndex::serialize(literals).value();
  for (const std::size_t size : {4U, 9U, 500U})
    CHECK_FALSE(LiteralIndex::deserialize(whole.substr(0, size)).has_value());
}

TEST_CASE("pre-filter: the mask flags every q-gram and few other places") {
  if (!QgramMask::supported()) {
    MESSAGE("skipped: no AVX-512 VBMI, the vector front is not tested");
    return;
  }
  Source source(test::seed(7));
  QgramMask mask;
  std::vector<Literal> qgrams;
  for (std::size_t i = 0; i < 250; ++i)
    qgrams.push_back({source.word(kLetters, 4, 4), source.below(2) == 0});
  std::ranges::sort(qgrams, {}, &Literal::text);
  for (std::size_t i = 0; i < qgrams.size(); ++i)
    mask.add(qgrams[i].text, qgrams[i].caseless,
             i * QgramMask::kGroups / qgrams.size());
  const std::string text = source.text(kLetters, qgrams, 64 * 1000 + 3, 1000);
  std::vector<FlaggedBlock> out(1000);
  const std::size_t blocks =
      mask.flag(reinterpret_cast<const std::uint8_t*>(text.data()), out.size(),
                out.data());
  std::vector<bool> flagged(text.size());
  std::size_t flags = 0;
  for (const FlaggedBlock& block : std::span(out).first(blocks)) {
    CHECK(block.positions != 0);
    for (std::size_t i = 0; i < QgramMask::kBlock; ++i) {
      const bool flag = (block.positions >> i & 1) != 0;
      flagged[block.first + i] = flag;
      flags += flag ? 1 : 0;
    }
  }
  for (const LiteralHit hit : searched(qgrams, text))
    CHECK((hit.end - 4 >= 64 * 1000 || flagged[hit.end - 4]));
  CHECK(flags < text.size() / 50);
  CHECK(mask.false_alarm_rate() > 0);
  CHECK(mask.false_alarm_rate() < 0.2);
}

// The q-grams of the literals, as their text.
std::vector<std::string> qgrams_of(const std::vector<Literal>& literals) {
  const std::vector<LiteralQgram> chosen = choose_qgrams(literals);
  REQUIRE(chosen.size() == literals.size());
  std::vector<std::string> qgrams;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const std::string& text = literals[i].text;
    const LiteralQgram& qgram = chosen[i];
    CHECK(qgram.size == std::min<std::size_t>(text.size(), kQgram));
    const std::string bytes =
        text.substr(static_cast<std::size_t>(qgram.offset), qgram.size);
    for (std::size_t j = 0; j < qgram.size; ++j)
      CHECK(qgram.folded[j] ==
            (static_cast<std::uint8_t>(bytes[j]) & kFoldMask));
    qgrams.push_back(bytes);
  }
  return qgrams;
}

TEST_CASE("pre-filter: the examples of prefilter.h and qgram_mask.h") {
  const std::string line = "use_tls(task_time, task_text_, \"sk_test_4eC3\");";
  if (QgramMask::supported()) {
    QgramMask mask;
    for (const std::string_view qgram : {"sent", "sk_t", "te_k"})
      mask.add(qgram, false, 0);
    const std::string text = line + std::string(2 * QgramMask::kBlock, ' ');
    FlaggedBlock flagged{};
    REQUIRE(mask.flag(reinterpret_cast<const std::uint8_t*>(text.data()), 1,
                      &flagged) == 1);
    std::uint64_t expected = 0;
    for (const std::size_t at : {1U, 10U, 21U, 32U})
      expected |= std::uint64_t{1} << at;
    CHECK(flagged.positions == expected);
  }
  const std::vector<Literal> literals = {
      {"sentry", true}, {"sk_test_", false}, {"private_key", true}};
  CHECK(qgrams_of(literals) ==
        std::vector<std::string>{"sent", "sk_t", "te_k"});
  const auto filter = Prefilter::make(literals, {}, Prefilter::best_front());
  REQUIRE(filter != nullptr);
  Hits hits;
  filter->find(line, 0, &hits);
  CHECK(hits == Hits{{1, 40}});
}

TEST_CASE("pre-filter: a q-gram at an even place, wherever a literal begins") {
  Source source(test::seed(10));
  std::vector<Literal> literals;
  for (int i = 0; i < 500; ++i)
    literals.push_back({source.word(kBytes, 3, 9), true});
  for (const std::size_t parity : {0U, 1U}) {
    const std::vector<LiteralQgram> chosen = choose_qgrams(literals, parity);
    REQUIRE(chosen.size() == literals.size());
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      const std::string& text = literals[i].text;
      const LiteralQgram& qgram = chosen[i];
      CHECK((qgram.offset + static_cast<std::ptrdiff_t>(parity)) % 2 == 0);
      CHECK(qgram.size >= kShortQgram);
      // Whole, and of bytes of the literal, if it has enough.
      if (text.size() > kQgram) CHECK(qgram.offset >= 0);
      if (text.size() > kQgram) CHECK(qgram.size == kQgram);
      for (std::size_t j = 0; j < kQgram; ++j) {
        const std::ptrdiff_t at = qgram.offset + static_cast<std::ptrdiff_t>(j);
        const bool is_known = at >= 0 && j < qgram.size;
        CHECK((!is_known || at < std::ssize(text)));
        const auto byte = static_cast<std::uint8_t>(
            is_known ? text[static_cast<std::size_t>(at)] : 0);
        CHECK(qgram.folded[j] == (byte & kFoldMask));
      }
    }
  }
}

TEST_CASE("pre-filter: the probe flags every q-gram and few other places") {
  Source source(test::seed(11));
  std::vector<Literal> literals;
  for (int i = 0; i < 500; ++i)
    literals.push_back({source.word(kLetters, 3, 9), source.below(2) == 0});
  QgramProbe probe;
  std::vector<std::vector<LiteralQgram>> qgrams;
  for (const std::size_t parity : {0U, 1U}) {
    qgrams.push_back(choose_qgrams(literals, parity));
    for (const LiteralQgram& qgram : qgrams.back()) probe.add(qgram);
  }
  CHECK(probe.fill() > 0.004);
  CHECK(probe.fill() < 0.05);
  constexpr std::size_t kBlocks = 64;
  constexpr std::size_t kPlaces = kBlocks * QgramProbe::kBlock;
  std::size_t flags = 0;
  for (int round = 0; round < test::times(10, 200); ++round) {
    const std::string text =
        source.text(kLetters, literals, kPlaces + QgramProbe::kOverhang, 1000);
    std::vector<std::uint32_t> positions(kPlaces / QgramProbe::kStep + 8);
    positions.resize(
        probe.flag(reinterpret_cast<const std::uint8_t*>(text.data()), kBlocks,
                   positions.data()));
    flags += positions.size();
    CHECK(std::ranges::is_sorted(positions));
    for (const std::uint32_t at : positions)
      CHECK((at % QgramProbe::kStep == 0 && at < kPlaces));
    for (const LiteralHit hit : searched(literals, text)) {
      const std::size_t begin = hit.end - literals[hit.literal].text.size();
      const auto at = static_cast<std::ptrdiff_t>(begin) +
                      qgrams[begin % 2][hit.literal].offset;
      CHECK((at >= std::ptrdiff_t{kPlaces} ||
             std::ranges::binary_search(positions,
                                        static_cast<std::uint32_t>(at))));
    }
  }
  CHECK(flags > 0);
  CHECK(flags < 20 * kPlaces / 10);
}

TEST_CASE("pre-filter: the q-gram of a literal is its rarest part") {
  const auto qgram = [](std::string_view literal) {
    return qgrams_of({{std::string(literal)}}).front();
  };
  CHECK(qgram("abc") == "abc");
  CHECK(qgram("secretxqzj") == "xqzj");
  // In `switch`, though its letters are the rarer ones.
  CHECK(qgram("switchen") == "chen");
  CHECK(qgram("----------BEGI").find("--") == std::string_view::npos);
}

TEST_CASE("pre-filter: literals share a q-gram, unless it is too frequent") {
  CHECK(qgrams_of({{"xqzj_tok"}, {"wvkb_tok"}, {"vjhw"}}) ==
        std::vector<std::string>{"_tok", "_tok", "vjhw"});
  // Case and the topmost bit do not distinguish q-grams.
  CHECK(qgrams_of({{"XQZJ_tok"}, {"wvkb_TOK", true}}) ==
        std::vector<std::string>{"_tok", "_TOK"});
  // In a word that is everywhere.
  CHECK(qgrams_of({{"xqzjvalue"}, {"jzxqvalue"}}) ==
        std::vector<std::string>{"xqzj", "jzxq"});
}

TEST_CASE("pre-filter: choosing q-grams covers every literal") {
  std::mt19937 random(test::seed(20261121));
  for (int round = 0; round < test::times(25, 500); ++round) {
    std::vector<Literal> literals;
    for (int i = 0; i < 200; ++i) {
      Literal& literal = literals.emplace_back();
      const std::size_t size = kMinQgram + random() % 12;
      while (literal.text.size() < size)
        literal.text += static_cast<char>('a' + random() % 3);
    }
    const std::vector<std::string> qgrams = qgrams_of(literals);
    std::set<std::string> alone;
    for (const Literal& literal : literals)
      alone.insert(qgrams_of({literal}).front());
    const std::set<std::string> shared(qgrams.begin(), qgrams.end());
    CHECK(shared.size() < alone.size());
  }
}

}  // namespace sluice::prefilter_test
