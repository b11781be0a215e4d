#include "match/engine.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "support/effort.h"
#include "support/load.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace sluice::engine_test {

// Rule, match and secret, as offsets in the file.
using Found = std::tuple<std::uint32_t, std::uint64_t, std::uint64_t,
                         std::uint64_t, std::uint64_t>;

// The text cut into views that own `owned` bytes each, the last one the rest.
std::vector<Found> in_views(const Engine& engine, std::string_view text,
                            std::size_t owned,
                            std::string_view path = "file.x") {
  MatchScratch scratch;
  FileMatch file;
  file.begin(path, false);
  std::vector<Found> all;
  for (std::size_t begin = 0;; begin += owned) {
    const std::size_t end = std::min(begin + owned, text.size());
    const bool last = text.size() - end <= engine.right_context();
    const std::size_t origin = begin - std::min(begin, kLeftContext);
    View view;
    view.origin = origin;
    view.owned_begin = begin - origin;
    view.text =
        text.substr(origin, last ? std::string_view::npos
                                 : end + engine.right_context() - origin);
    view.owned_end = last ? view.text.size() : end - origin;
    std::vector<Candidate> candidates;
    engine.scan(view, file, scratch, &candidates);
    for (const auto& [rule, match] : candidates)
      if (engine.keyword_seen(rule, file))
        all.emplace_back(rule, origin + match.begin, origin + match.end,
                         origin + match.secret_begin,
                         origin + match.secret_end);
    if (last) break;
  }
  std::sort(all.begin(), all.end());
  return all;
}

// Whether the rule applies to the path, or to the path as that of a text if its
// name has no extension.
bool is_for(const Rule& rule, std::string_view path) {
  if (rule.path.empty() || Pattern(rule.path).found_in(path)) return true;
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return rule.plausible && !name.empty() && name.find('.', 1) == name.npos &&
         Pattern(rule.path).found_in(std::string(path) + ".txt");
}

// Each pattern run over the whole text, as gitleaks would.
std::vector<Found> plainly(const RuleSet& rules, std::string_view bytes,
                           std::string_view path = "file.x") {
  const std::string text = replace_invalid_utf8(bytes);
  std::vector<Found> all;
  for (std::uint32_t i = 0; i < rules.rules().size(); ++i) {
    const Rule& rule = rules.rules()[i];
    if (!rule.looks_at_text() || reads_rows(rule.assignment)) continue;
    if (!is_for(rule, path)) continue;
    const Pattern pattern(rule);
    Pattern::Match match;
    std::size_t from = 0;
    while (from <= text.size() &&
           pattern.find(text, from, text.size(), Pattern::Start::kAnywhere,
                        rule.secret_group, &match)) {
      // Nothing, or more than is looked for of a pattern without a bound.
      if (match.end == match.begin || match.end - match.begin > kMaxSpan) {
        from = match.begin + 1;
        continue;
      }
      all.emplace_back(i, match.begin, match.end, match.secret_begin,
                       match.secret_end);
      from = Pattern::resume_after(match);
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

// Returns the first difference of two sets, by rule and offset.
std::string difference(const RuleSet& rules, const std::vector<Found>& a,
                       const std::vector<Found>& b) {
  const auto [x, y] = std::ranges::mismatch(a, b);
  const auto describe = [&](auto at, auto end) {
    if (at == end) return std::string("nothing");
    return std::string(rules.rules()[std::get<0>(*at)].id) + " at " +
           std::to_string(std::get<1>(*at)) + "-" +
           std::to_string(std::get<2>(*at));
  };
  if (x == a.end() && y == b.end()) return "";
  return describe(x, a.end()) + " against " + describe(y, b.end());
}

// Text in which rules nearly match and match: their examples, cut, changed and
// joined, so that matches touch, overlap and fall on every border.
std::string grown_from(const RuleSet& rules, std::mt19937& random,
                       std::size_t size) {
  std::string text;
  while (text.size() < size) {
    const Rule& rule = rules.rules()[random() % rules.rules().size()];
    // Those of files are no texts.
    if (rule.file != KeyFileKind::kNone) continue;
    const auto& from = random() % 4 == 0 && !rule.negative_examples.empty()
                           ? rule.negative_examples
                           : rule.examples;
    std::string piece(from[random() % from.size()]);
    switch (random() % 6) {
      case 0:
        piece.resize(random() % (piece.size() + 1));
        break;
      case 1:
        piece.erase(0, random() % (piece.size() + 1));
        break;
      case 2:
        piece[random() % piece.size()] = static_cast<char>(random() % 256);
        break;
      default:
        break;
    }
    text += piece;
    text += std::string_view("\n \n,;\t\"'")[random() % 8];
    if (random() % 16 == 0) text.pop_back();
  }
  return text;
}

constexpr std::string_view kSmallRules = R"(
[[rules]]
id = "start"
regex = '''abc[0-9]{2,5}'''
[[rules]]
id = "inside"
regex = '''(?i)[a-z]{0,6}_key=([a-z]{2,4})\b'''
[[rules]]
id = "line"
regex = '''(?m)^tok-[a-f]{3}$'''
[[rules]]
id = "lazy"
regex = '''BEGIN[^|]{1,}?END'''
[[rules]]
id = "no-literal"
regex = '''\b[0-9]{3}x[0-9]{3}\b'''
[[rules]]
id = "alternatives"
regex = '''(?:foo|barbar|quxx)=([a-f0-9]{1,3})'''
)";

// Rules with paths, keywords, anchors in common with others and without any.
std::string random_rules(std::mt19937& random) {
  constexpr std::string_view kRegexes[] = {
      "abc[0-9]{2,5}",      "(?i)abc_[a-z]{2}",       "key=[a-f]{1,3}",
      "(?:foo|key)=(x+)",   "[0-9]{3}x[0-9]{3}",      "(?i)keyword[a-z]",
      "\\btok-[a-f]{3}\\b", "(?:abc|tok)-[0-9]{1,3}", "BEGIN[^|]{1,}?END"};
  constexpr std::string_view kPaths[] = {
      "",      "",       "",    "\\.ts$",          "(?i)\\.(?:yml|rc)$",
      "\\.c$", "config", "^s.", "(?:^|/)env[.]?$", "(?i)k[\\w.]*$"};
  constexpr std::string_view kKeywords[] = {"", "", "['foo']",
                                            "['abc', 'end']"};
  std::string toml;
  for (int i = 0; i < 7; ++i) {
    toml += "[[rules]]\nid = 'r" + std::to_string(i) + "'\nregex = '''";
    toml += kRegexes[random() % std::size(kRegexes)];
    toml += "'''\n";
    const std::string_view path = kPaths[random() % std::size(kPaths)];
    if (!path.empty()) toml += "path = '''" + std::string(path) + "'''\n";
    const auto keywords = kKeywords[random() % std::size(kKeywords)];
    if (!keywords.empty()) toml += "keywords = " + std::string(keywords) + "\n";
  }
  return toml;
}

// The findings of a plain run, without the rules whose keywords are not in the
// text.
std::vector<Found> plainly_with_keywords(const RuleSet& rules,
                                         std::string_view text,
                                         std::string_view path) {
  std::vector<Found> found = plainly(rules, text, path);
  std::string lower_case(text);
  std::ranges::transform(lower_case, lower_case.begin(), lower);
  std::erase_if(found, [&](const Found& one) {
    const Rule& rule = rules.rules()[std::get<0>(one)];
    return !rule.keywords.empty() &&
           std::ranges::none_of(rule.keywords, [&](std::string_view keyword) {
             std::string lowered(keyword);
             std::ranges::transform(lowered, lowered.begin(), lower);
             return lower_case.find(lowered) != std::string::npos;
           });
  });
  return found;
}

std::string random_text(std::mt19937& random) {
  constexpr std::string_view kPieces[] = {
      "abc", "abc12", "ABC_de", "key=",    "key=ab", "foo=",     "foo=xx",
      " ",   "\n",    "tok-",   "tok-abc", "abc-12", "KEYWORDx", "123x456",
      "end", "BEGIN", "END",    "|",       "-",      "tok-12"};
  std::string text;
  for (std::size_t n = random() % 60; n > 0; --n)
    text += kPieces[random() % std::size(kPieces)];
  return text;
}

constexpr std::string_view kSomePaths[] = {
    "file",  "a/b.c",    "a/b.ts",   "x.YML",          "a/config/b.c",
    "sb",    "src/x.ts", "env",      "a/env",          "a/.rc",
    "a/k.c", "a/b",      "risk.tsx", "a/\xe2\x84\xaa", "config/k.ts",
    ""};

TEST_CASE("engine: any views give what a plain run of RE2 gives, small rules") {
  const RuleSet rules = rules_from(kSmallRules);
  const std::unique_ptr<Engine> engine = engine_of(rules);
  std::mt19937 random(test::seed(3));
  constexpr std::string_view kPieces[] = {
      "abc",         "abc12",     "abcabc123456",
      "my_KEY=abc",  "_key=",     "x_key=ab_key=cd",
      "\ntok-abc\n", "tok-fff",   "\n",
      "BEGIN",       "END",       "|",
      "123x456",     "x789",      "foo=1",
      "barbar=ff",   "quxx=abcd", " ",
      "foo",         "barfoo=2"};
  for (int round = 0; round < test::times(80, 4000); ++round) {
    std::string text;
    for (std::size_t n = random() % 60; n > 0; --n)
      text += kPieces[random() % std::size(kPieces)];
    const std::vector<Found> truth = plainly(rules, text);
    for (const std::size_t owned : {1UL, 2UL, 3UL, 7UL, 16UL, 64UL, 4096UL}) {
      CAPTURE(text);
      CAPTURE(owned);
      REQUIRE(difference(rules, in_views(*engine, text, owned), truth) == "");
    }
  }
}

// The candidates whose secrets lie in the wanted part are the same.
TEST_CASE("engine: what is wanted is found, if not all of a text is") {
  std::size_t found = 0;
  std::mt19937 random(test::seed(29));
  // An engine compiles patterns when it first needs them, so one serves all texts.
  struct Searched {
    explicit Searched(RuleSet all) : rules(std::move(all)) {}
    RuleSet rules;
    std::unique_ptr<Engine> engine = engine_of(rules);
    MatchScratch scratch;
  };
  const auto check = [&](Searched& by, std::string_view text) {
    View view{.text = text, .owned_end = text.size()};
    const auto candidates_of = [&](const View& whose) {
      FileMatch file;
      file.begin("file.x", false);
      std::vector<Candidate> candidates;
      by.engine->scan(whose, file, by.scratch, &candidates);
      return candidates;
    };
    const std::vector<Candidate> all = candidates_of(view);
    for (int i = 0; i < 8; ++i) {
      view.wanted_begin = random() % (text.size() + 1);
      view.wanted_end =
          view.wanted_begin + random() % (text.size() + 1 - view.wanted_begin);
      const auto wanted = [&](const std::vector<Candidate>& some) {
        std::vector<Found> kept;
        for (const auto& [rule, match] : some)
          if (match.secret_begin >= view.wanted_begin &&
              match.secret_end <= view.wanted_end &&
              match.begin < view.wanted_end)
            kept.emplace_back(rule, match.begin, match.end, match.secret_begin,
                              match.secret_end);
        return kept;
      };
      CAPTURE(text);
      CAPTURE(view.wanted_begin);
      CAPTURE(view.wanted_end);
      const std::vector<Found> expected = wanted(all);
      REQUIRE(difference(by.rules, wanted(candidates_of(view)), expected) ==
              "");
      found += expected.size();
    }
  };
  Searched small(rules_from(kSmallRules));
  Searched defaults(default_rules());
  for (int round = 0; round < test::times(12, 300); ++round) {
    check(small, random_text(random));
    check(defaults, grown_from(defaults.rules, random, 200 + random() % 2000));
  }
  CHECK(found > 300);
}

// A match that begins earlier may contain an anchor that comes later.
TEST_CASE("engine: the leftmost match, by anchors with different leads") {
  const RuleSet rules = rules_from(R"(
[[rules]]
id = "lead"
regex = '''(?:x[a-z]{3,6}key|tok|;[a-z]{0,40}pass=|&pass=)([a-z0-9]{4,8})'''
)");
  const std::unique_ptr<Engine> engine = engine_of(rules);
  CHECK(in_views(*engine, "xtokkey1234", 4096).front() ==
        Found{0, 0, 11, 7, 11});
  std::mt19937 random(test::seed(31));
  constexpr std::string_view kPieces[] = {
      "x", "tok", "key", "1234",    "&amp;", "pass=",
      "&", ";",   "abc", "xabctok", " ",     "key12345"};
  for (int round = 0; round < test::times(400, 20'000); ++round) {
    std::string text;
    for (std::size_t n = random() % 300; n > 0; --n)
      text += kPieces[random() % std::size(kPieces)];
    const std::vector<Found> truth = plainly(rules, text);
    for (const std::size_t owned : {5UL, 64UL, 4096UL}) {
      CAPTURE(text);
      CAPTURE(owned);
      REQUIRE(difference(rules, in_views(*engine, text, owned), truth) == "");
    }
  }
}

TEST_CASE(
    "engine: any views give what a plain run of RE2 gives, default "
    "rules") {
  const RuleSet rules = default_rules();
  const std::unique_ptr<Engine> engine = engine_of(rules);
  std::mt19937 random(test::seed(5));
  for (int round = 0; round < test::times(1, 120); ++round) {
    const std::string text = grown_from(rules, random, 120'000);
    const std::vector<Found> truth = plainly(rules, text);
    CHECK(truth.size() > 100);
    for (const std::size_t owned : {1000UL + random() % 9000, 40'000UL}) {
      CAPTURE(round);
      CAPTURE(owned);
      REQUIRE(difference(rules, in_views(*engine, text, owned), truth) == "");
    }
  }
}

TEST_CASE(
    "engine: a rule without a bound ends its matches at kMaxSpan, "
    "whatever the views") {
  const RuleSet rules = rules_from(R"(
[[rules]]
id = "open"
regex = '''BEGIN[a-z ]{3,}'''
)");
  const std::unique_ptr<Engine> engine = engine_of(rules);
  const std::string text =
      std::string(5000, ' ') + "BEGIN" + std::string(100'000, 'a');
  const std::vector<Found> whole = in_views(*engine, text, text.size());
  REQUIRE(whole.size() == 1);
  CHECK(std::get<2>(whole[0]) == 5000 + kMaxSpan);
  CHECK(in_views(*engine, text, 3000) == whole);
}

TEST_CASE(
    "engine: each secret of a list is found, though the pattern takes a "
    "delimiter on both sides") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(R"(
[[rules]]
id = "both"
regex = '''(?:^|[^0-9a-z])(tok[0-9]{4})(?:[^0-9a-z]|$)'''
)"));
  CHECK(in_views(*engine, "tok1111\ntok2222,tok3333 tok4444", 100).size() == 4);
}

// Near-misses in runs, which open window upon window: many are then searched
// together, and a match among them must not be lost.

// The result of a scan of a text.
struct Shown {
  std::vector<Found> candidates;
  bool block_marks = false;
  std::vector<std::string_view> keywords;
  bool operator==(const Shown&) const = default;
};

Shown shown_of(const Engine& engine, std::string_view text,
               std::string_view path, MatchScratch& scratch) {
  FileMatch file;
  file.begin(path, false);
  const View view{.text = text, .owned_end = text.size()};
  std::vector<Candidate> candidates;
  engine.scan(view, file, scratch, &candidates);
  Shown shown{{}, scratch.block_marks, engine.keywords_seen(file)};
  for (const auto& [rule, match] : candidates)
    shown.candidates.emplace_back(rule, match.begin, match.end,
                                  match.secret_begin, match.secret_end);
  return shown;
}

// Each version of a text is searched after another one, and alone.
void check_versions(const RuleSet& rules, std::uint32_t seed,
                    const std::function<std::string()>& some_text) {
  const std::unique_ptr<Engine> engine = engine_of(rules);
  std::mt19937 random(seed);
  MatchScratch with_versions;
  with_versions.versions = true;
  std::string text;
  std::string_view path = "a/b.c";
  for (int round = 0; round < test::times(30, 1200); ++round) {
    CAPTURE(round);
    if (round % 30 == 0)
      for (text.clear(); text.size() < 3000;) text += some_text();
    if (random() % 6 == 0) path = kSomePaths[random() % std::size(kSomePaths)];
    for (std::size_t edits = random() % 5; edits > 0 && !text.empty();
         --edits) {
      const std::size_t at =
          random() % 4 == 0 ? text.size() - 1 : random() % text.size();
      text.erase(at, random() % (random() % 3 == 0 ? 400 : 6));
      std::string piece = some_text();
      if (random() % 8 == 0) piece = "sluice:allow-start\n";
      piece.resize(random() % (piece.size() + 1));
      text.insert(std::min(at, text.size()), piece);
    }
    MatchScratch alone;
    const Shown expected = shown_of(*engine, text, path, alone);
    const Shown found = shown_of(*engine, text, path, with_versions);
    REQUIRE(difference(rules, found.candidates, expected.candidates) == "");
    REQUIRE(found == expected);
  }
}

TEST_CASE("engine: versions of a text give what each gives alone") {
  for (const std::uint32_t seed : test::seeds(1, 40)) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const auto some = [&] { return random_text(random); };
    check_versions(rules_from(kSmallRules), seed, some);
    check_versions(rules_from(random_rules(random)), seed, some);
    const RuleSet rules = default_rules();
    check_versions(rules, seed, [&] { return grown_from(rules, random, 1); });
  }
}

TEST_CASE("engine: windows that are searched together hide no match") {
  const RuleSet rules = rules_from(kSmallRules);
  const std::unique_ptr<Engine> engine = engine_of(rules);
  std::mt19937 random(test::seed(7));
  constexpr std::string_view kMisses[] = {
      "BEGIN", "BEGIN|", "abc", "_key=", "a_KEY=a", "foo=", "quxx=g", " "};
  constexpr std::string_view kHits[] = {"END", "abc12", "_key=abcd", "foo=1",
                                        "|"};
  for (int round = 0; round < test::times(80, 3000); ++round) {
    std::string text;
    while (text.size() < 600) {
      const std::string_view miss = kMisses[random() % std::size(kMisses)];
      for (std::size_t n = random() % 40; n > 0; --n) text += miss;
      if (random() % 3 == 0) text += kHits[random() % std::size(kHits)];
    }
    const std::vector<Found> truth = plainly(rules, text);
    for (const std::size_t owned : {5UL, 64UL, 4096UL}) {
      CAPTURE(text);
      CAPTURE(owned);
      REQUIRE(difference(rules, in_views(*engine, text, owned), truth) == "");
    }
  }
}

TEST_CASE("engine: a match behind many heads is found, however far they go") {
  // Heads that reach beyond kMaxSpan of the end, and one that does not.
  const std::unique_ptr<Engine> engine = engine_of(rules_from(R"(
[[rules]]
id = "lazy"
regex = '''BEGIN[^|]{1,}?END'''
)"));
  std::string text;
  while (text.size() < 3 * kMaxSpan) text += "BEGIN ";
  const std::size_t end = text.size() + 3;
  text += "END and then nothing more";
  const std::vector<Found> found = in_views(*engine, text, 50'000);
  REQUIRE(found.size() == 1);
  CHECK(std::get<2>(found[0]) == end);
  CHECK(std::get<2>(found[0]) - std::get<1>(found[0]) <= kMaxSpan);
  CHECK(std::get<2>(found[0]) - std::get<1>(found[0]) > kMaxSpan - 6);
  CHECK(in_views(*engine, text, text.size()) == found);
}

// 250 bytes follow each head. Any of them may be the last of a match, and none
// is. So each search from one head takes long. A search from all heads
// together, up to the match, takes as long for each head before it.
TEST_CASE("engine: heads before a match are passed together") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(R"(
[[rules]]
id = "password"
regex = '''(?i)password=([^\s;]{5,250})(?:[ \t]*;|\n|$)'''
)"));
  constexpr std::string_view kHead = "password=";
  constexpr std::size_t kHeads = 3000;
  std::string text;
  for (std::size_t i = 0; i < kHeads; ++i) text += kHead;
  text += "kestrel";
  FileMatch file;
  file.begin("f.txt", false);
  MatchScratch scratch;
  std::vector<RuleTime> costs(1);
  scratch.costs = &costs;
  std::vector<Candidate> found;
  engine->scan({text, 0, 0, text.size()}, file, scratch, &found);
  REQUIRE(found.size() == 1);
  CHECK(found[0].match.end == text.size());
  CHECK(found[0].match.begin % kHead.size() == 0);
  // The nearest to the end by 250 bytes.
  CHECK(text.size() - found[0].match.begin <= kHead.size() + 250);
  CHECK(costs[0].searches >= 1);
  CHECK(costs[0].searches < 60);
}

// Each byte begins a match that is long, or is read far for; with a bound on
// what that costs, where views begin decides nothing.
TEST_CASE("engine: crowded matches are the same in any views") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(R"(
[[rules]]
id = "overlapping"
regex = '''(?m)(x)x*$'''
[[rules]]
id = "anchored"
regex = '''(head)[a-z]*;'''
[[rules]]
id = "may-be-empty"
regex = '''(?:z[^y]*y)?'''
)"));
  std::string text = "z ";
  for (int round = 0; round < 3; ++round) {
    text += std::string(20'000, 'x') + "\n";
    for (int i = 0; i < 2'000; ++i) text += "head";
    text += ";" + std::string(3'000, 'z') + "y\n";
  }
  const std::vector<Found> whole = in_views(*engine, text, text.size());
  CHECK(whole.size() > 1'000);
  CHECK(whole.size() < 12'000);
  for (const std::size_t owned : {5'000UL, 33'333UL, 100'000UL}) {
    CAPTURE(owned);
    CHECK(in_views(*engine, text, owned) == whole);
  }
}

TEST_CASE("engine: an interrupt ends a search, which says so") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(R"(
[[rules]]
id = "each"
regex = '''x'''
)"));
  Interrupt interrupt;
  MatchScratch scratch;
  scratch.interrupt = &interrupt;
  const std::string text(1'000, 'x');
  const auto found = [&] {
    FileMatch file;
    file.begin("file", false);
    std::vector<Candidate> candidates;
    engine->scan({text, 0, 0, text.size()}, file, scratch, &candidates);
    return candidates.size();
  };
  CHECK(found() == 1'000);
  CHECK(!scratch.interrupted);
  interrupt.raise();
  CHECK(found() == 0);
  CHECK(scratch.interrupted);
}

TEST_CASE("engine: bytes that are not UTF-8 stand beside secrets") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(R"(
[[rules]]
id = "both"
regex = '''(?:^|[^0-9a-z])(tok[0-9]{4})(?:[^0-9a-z]|$)'''
)"));
  for (const char* text :
       {"\x93tok1111\x94", "\xfftok1111\xc3", "\xe2\x80tok1111"})
    CHECK(in_views(*engine, text, 100).size() == 1);
  const std::vector<Found> found =
      in_views(*engine, "caf\xe9 caf\xc3\xa9 tok1111", 100);
  REQUIRE(found.size() == 1);
  CHECK(std::get<3>(found[0]) == 11);
}

TEST_CASE("engine: a keyword must stand somewhere in the file") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(R"(
[[rules]]
id = "far"
regex = '''tok_[0-9]{4}'''
keywords = ["Vendor"]
)"));
  CHECK(in_views(*engine, "tok_1234", 100).empty());
  CHECK(in_views(*engine, "tok_1234 ... VENDOR", 100).size() == 1);
}

TEST_CASE("engine: the path chooses") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(R"(
[[rules]]
id = "here"
regex = '''tok_[0-9]{4}'''
path = '''\.env$'''
[[rules]]
id = "path-only"
path = '''(?i)\.p12$'''
)"));
  MatchScratch scratch;
  const auto count = [&](std::string_view path) {
    FileMatch file;
    file.begin(path, false);
    const std::string_view text = "tok_1234";
    std::vector<Candidate> candidates;
    engine->scan({text, 0, 0, text.size()}, file, scratch, &candidates);
    return std::pair(candidates.size(), engine->path_matches(file).size());
  };
  CHECK(count("a/.env") == std::pair<std::size_t, std::size_t>(1, 0));
  CHECK(count("a/env.c") == std::pair<std::size_t, std::size_t>(0, 0));
  CHECK(count("keys/my.P12") == std::pair<std::size_t, std::size_t>(0, 1));
}

TEST_CASE("engine: a name without an extension counts as a text") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(R"(
[[rules]]
id = "text"
regex = '''tok_[a-z]{4}'''
path = '''\.txt$'''
plausible = true
[[rules]]
id = "strict"
regex = '''tok_[a-z]{4}'''
path = '''\.txt$'''
plausible = false
)"));
  const auto count = [&](std::string_view path) {
    FileMatch file;
    file.begin(path, false);
    MatchScratch scratch;
    std::vector<Candidate> candidates;
    const std::string_view text = "tok_abcd";
    engine->scan({text, 0, 0, text.size()}, file, scratch, &candidates);
    return candidates.size();
  };
  CHECK(count("bin/run") == 1);
  CHECK(count(".profile") == 1);
  CHECK(count("a.txt") == 2);
  CHECK(count("a.b") == 0);
  CHECK(count("a.d/") == 0);
  CHECK(count("a/Makefile") == 0);
}

TEST_CASE("engine: each path gets the rules that fit it, and all of them") {
  std::mt19937 random(test::seed(19));
  std::size_t found = 0;
  const int rounds = test::times(10, 1500);
  for (int round = 0; round < rounds; ++round) {
    const std::string toml = random_rules(random);
    const RuleSet rules = rules_from(toml);
    const std::unique_ptr<Engine> engine = engine_of(rules);
    // in_views() asks for keywords at each view, so there must be one.
    const bool keywords = std::ranges::any_of(
        rules.rules(), [](const Rule& rule) { return !rule.keywords.empty(); });
    for (const std::string_view path : kSomePaths) {
      const std::string text = random_text(random);
      const std::vector<Found> truth = plainly_with_keywords(rules, text, path);
      found += truth.size();
      CAPTURE(toml);
      CAPTURE(text);
      CAPTURE(path);
      for (const std::size_t owned : {text.size() + 1, 7UL})
        if (owned > 7 || !keywords)
          REQUIRE(difference(rules, in_views(*engine, text, owned, path),
                             truth) == "");
    }
  }
  CHECK(found > 30 * rounds);
}

TEST_CASE("engine: each path gets its rules, default rules") {
  const RuleSet rules = default_rules();
  const std::unique_ptr<Engine> engine = engine_of(rules);
  std::mt19937 random(test::seed(23));
  for (const std::string_view path :
       {"a/main.c", "lib.rs", "config/settings.yml", "x.sql", ".env", "a.md"}) {
    const std::string text =
        grown_from(rules, random, test::full_run() ? 30'000 : 15'000);
    CAPTURE(path);
    std::vector<Found> found = in_views(*engine, text, text.size() + 1, path);
    // Findings in rows belong to no pattern.
    std::erase_if(found, [&](const Found& one) {
      return reads_rows(rules.rules()[std::get<0>(one)].assignment);
    });
    REQUIRE(difference(rules, found,
                       plainly_with_keywords(rules, text, path)) == "");
  }
}

// Users' rules: their gate is made when their literals have been compiled, in
// the middle of a scan.
TEST_CASE("engine: a gate that comes later changes nothing") {
  std::mt19937 random(test::seed(29));
  const std::string toml = random_rules(random) + R"(
[[rules]]
id = "gated"
regex = '''gated_[0-9]{4}'''
path = '''[.]ts$'''
)";
  const RuleSet rules = rules_from(toml);
  const std::unique_ptr<Engine> engine = std::move(*Engine::create(rules, {}));
  const std::string filling(LiteralFinder::kMinBytes / 5, ' ');
  for (int round = 0; round < test::times(15, 300); ++round) {
    const std::string_view path = kSomePaths[random() % std::size(kSomePaths)];
    const std::string text = random_text(random) + "gated_1234" + filling;
    CAPTURE(round);
    CAPTURE(path);
    REQUIRE(difference(rules, in_views(*engine, text, text.size() + 1, path),
                       plainly_with_keywords(rules, text, path)) == "");
  }
}

TEST_CASE("engine: one file's path does not choose for the next") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(R"(
[[rules]]
id = "any"
regex = '''tok_[0-9]{4}'''
[[rules]]
id = "here"
regex = '''tok_[0-9]{3}'''
path = '''\.ts$'''
[[rules]]
id = "path-only"
path = '''\.rc$'''
)"));
  MatchScratch scratch;
  FileMatch file;
  const std::string_view text = "tok_1234";
  for (int round = 0; round < 2; ++round) {
    const auto count = [&](std::string_view path) {
      file.begin(path, false);
      std::vector<Candidate> candidates;
      engine->scan({text, 0, 0, text.size()}, file, scratch, &candidates);
      return candidates.size() + 10 * engine->path_matches(file).size();
    };
    CHECK(count("a.c") == 1);
    CHECK(count("a.ts") == 2);
    CHECK(count("a.rc") == 11);
  }
}

TEST_CASE("engine: standard input fits every path") {
  const auto engine = engine_of(rules_from(R"(
[[rules]]
id = "here"
regex = '''tok_[0-9]{4}'''
path = '''\.env$'''
[[rules]]
id = "path-only"
path = '''-'''
)"));
  CHECK(in_views(*engine, "tok_1234", 100, "-").size() == 1);
  FileMatch file;
  file.begin("-", false);
  CHECK(engine->path_matches(file).empty());
}

// The only rule of an engine, for rows in files whose names end with .rows.
std::unique_ptr<Engine> row_engine(std::string_view form) {
  return engine_of(
      rules_from("[[rules]]\nid = 'x'\npath = '\\.rows$'\nassignment = '" +
                 std::string(form) + "'\n" +
                 (form == "last" || form == "run" ? ""
                  : form == "manifest"            ? "keywords = [': secret']\n"
                                       : "keywords = ['password']\n")));
}

// A text, and where the cells in it are that must be found.
struct Rows {
  std::string text;
  std::vector<Found> expected;

  void add(std::string_view cell) {
    if (cell.size() >= 4)
      expected.emplace_back(0U, text.size(), text.size() + cell.size(),
                            text.size(), text.size() + cell.size());
    text += cell;
  }
};

void check_rows(std::string_view form, const Rows& rows) {
  const auto engine = row_engine(form);
  REQUIRE(rows.expected.size() > 100);
  for (const std::size_t owned : {1UL, 7UL, 100UL, 5000UL, rows.text.size()}) {
    CAPTURE(owned);
    CHECK((in_views(*engine, rows.text, owned, "a.rows") == rows.expected));
  }
  CHECK(in_views(*engine, rows.text, 5000, "a.txt").empty());
}

TEST_CASE("engine: the columns of a table, in any views") {
  std::mt19937 random(test::seed(11));
  Rows rows{"name,password,x\n", {}};
  while (rows.text.size() < 60'000) {
    rows.text += std::string(random() % 40, 'n') + ',';
    const std::string_view quote = random() % 2 == 0 ? "\"" : "";
    rows.text += quote;
    rows.add(std::string(random() % 10, 'p'));
    rows.text += std::string(quote) + ",y\n";
  }
  check_rows("column", rows);
}

TEST_CASE("engine: the last fields of a file's lines, in any views") {
  Rows rows;
  for (int line = 0; line < 2000; ++line) {
    rows.text += "user" + std::to_string(line) + ':';
    rows.add("W1llow");
    rows.text += '\n';
  }
  check_rows("last", rows);
  CHECK(in_views(*row_engine("last"), rows.text, 5000, "-").empty());
  const std::string sealed = "$ANSIBLE_VAULT;1.1;AES256\n" + rows.text;
  CHECK(in_views(*row_engine("last"), sealed, 5000, "a.rows").empty());
}

TEST_CASE("engine: long runs wherever they stand, in any views") {
  std::mt19937 random(test::seed(19));
  Rows rows;
  while (rows.text.size() < 60'000) {
    rows.text += std::string(random() % 30, 'n');
    rows.text += random() % 2 == 0 ? ": \"" : "=";
    rows.add("q7" + std::string(14 + random() % 30, 'x') + "4");
    rows.text += random() % 2 == 0 ? "\" " : "\n";
  }
  check_rows("run", rows);
}

TEST_CASE("engine: of the runs those that a rule's pattern fits as a whole") {
  const auto engine = engine_of(rules_from(
      "[[rules]]\nid = 'all'\npath = '\\.rows$'\nassignment = 'run'\n"
      "[[rules]]\nid = 'some'\npath = '\\.rows$'\nassignment = 'run'\n"
      "regex = '[0-9a-f]{16}\\.[0-9A-Z]{4}'\n"));
  const std::string fit = "4be07c93a15d4f62.80C9";
  const std::string text =
      "a = " + fit + "\nb = " + fit + "A\nc = x" + fit + "\nd = " + fit + "\n";
  for (const std::size_t owned : {1UL, 7UL, text.size()}) {
    CAPTURE(owned);
    std::vector<std::size_t> all;
    std::vector<std::size_t> some;
    for (const Found& found : in_views(*engine, text, owned, "a.rows"))
      (std::get<0>(found) == 0 ? all : some).push_back(std::get<1>(found));
    CHECK(all.size() == 4);
    CHECK((some == std::vector<std::size_t>{4, text.rfind(fit)}));
  }
}

TEST_CASE("engine: the rows of SQL, in any views") {
  std::mt19937 random(test::seed(13));
  Rows rows{"INSERT INTO t (a, password) VALUES\n", {}};
  while (rows.text.size() < 60'000) {
    rows.text += "(" + std::to_string(random() % 100'000) + ", '";
    rows.add(std::string(random() % 10, 'p'));
    rows.text += "'),\n";
  }
  check_rows("insert", rows);
}

TEST_CASE("engine: the values of a Kubernetes Secret, in any views") {
  std::mt19937 random(test::seed(23));
  Rows rows;
  const auto members = [&](std::string_view indent) {
    for (std::size_t n = random() % 9; n > 0; --n) {
      rows.text += std::string(indent) + "n" + std::to_string(n) + ": ";
      rows.add(std::string(1 + random() % 90, 'v'));
      rows.text += '\n';
    }
  };
  while (rows.text.size() < 60'000) {
    switch (random() % 4) {
      case 0:
        rows.text += "---\nkind: Secret\nstringData:\n";
        members("  ");
        break;
      case 1:
        rows.text += "---\ndata:\n";
        members("  ");
        rows.text += "kind: Secret\n";
        break;
      case 2:
        rows.text += "---\nitems:\n- kind: Secret\n  data:\n";
        members("    ");
        break;
      default:
        rows.text += "---\nkind: ConfigMap\ndata:\n  a: " +
                     std::string(random() % 9000, 'n') + "\n";
    }
  }
  check_rows("manifest", rows);
}

TEST_CASE("engine: Markdown's tables, in any views") {
  std::mt19937 random(test::seed(17));
  Rows rows{"# password\n", {}};
  while (rows.text.size() < 60'000) {
    rows.text += std::string(random() % 2000, 'n') +
                 "\na | b\n\n| a | password |\n|---|---|\n";
    for (std::size_t n = random() % 9; n > 0; --n) {
      rows.text += "  | n | ";
      rows.add("W1llow");
      rows.text += " |\n";
    }
    rows.text += "\ntext | W1llow |\n";
  }
  check_rows("table", rows);
}

TEST_CASE("engine: damaged literals are an error") {
  const RuleSet rules = rules_from(R"(
[[rules]]
id = "any"
regex = '''key_[0-9]{4}'''
[[rules]]
id = "here"
regex = '''tok_[0-9]{4}'''
path = '''\.ts$'''
)");
  const std::string bytes = serialize_literals(rules).value();
  CHECK(Engine::create(rules, bytes).has_value());
  for (const std::size_t size : {1UL, 8UL, 9UL, 20UL, bytes.size() - 1}) {
    CAPTURE(size);
    CHECK_FALSE(Engine::create(rules, bytes.substr(0, size)).has_value());
  }
}

TEST_CASE("engine: binary files meet high-confidence rules alone") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(R"(
[[rules]]
id = "strong"
regex = '''strong_[0-9]{4}'''
confidence = "high"
[[rules]]
id = "weak"
regex = '''weaker_[0-9]{4}'''
)"));
  MatchScratch scratch;
  const std::string_view text = "strong_1234 weaker_1234";
  for (const bool strong_only : {false, true}) {
    FileMatch file;
    file.begin("f", strong_only);
    std::vector<Candidate> candidates;
    engine->scan({text, 0, 0, text.size()}, file, scratch, &candidates);
    CHECK(candidates.size() == (strong_only ? 1 : 2));
  }
}

TEST_CASE("patterns: a bad one is named with its file, line and rule") {
  const RuleSet rules = rules_from(
      "[[rules]]\nid = \"good\"\nregex = 'abcd'\n"
      "[[rules]]\nid = \"bad\"\nregex = 'a(b'\n");
  const Result<void> checked = check_patterns(rules);
  REQUIRE_FALSE(checked.has_value());
  CHECK(checked.error().code == ErrorCode::kConfig);
  CHECK(checked.error().message.starts_with("test.toml:4: rule `bad`: "));
}

}  // namespace sluice::engine_test
