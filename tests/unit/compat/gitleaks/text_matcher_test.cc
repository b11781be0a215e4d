#include "gitleaks/match/text_matcher.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "gitleaks/go/lower_case.h"
#include "regex/optional_head.h"
#include "rules/embedded.h"
#include "support/effort.h"
#include "support/load.h"
#include "text/utf8.h"

namespace sluice::text_matcher_test {

constexpr std::string_view kRules = R"(
[[rules]]
id = "head"
regex = '''(?i)[\w.-]{0,10}?(?:key|token)(?:[ \w]{0,5})[:=]\s*([a-z0-9]{4,}|x+)(?:;|$)'''
keywords = ["KEY", "token"]
[[rules]]
id = "head and class"
regex = '''[^a;]*(?:foo|bar)[0-9]+'''
[[rules]]
id = "lead"
regex = '''(?:a|bc|def){0,9}foo[0-9]{1,3}'''
[[rules]]
id = "leads of two lengths"
regex = '''bar|[0-9a]{0,30}foo'''
[[rules]]
id = "unbounded lead"
regex = '''a[^;]*?foo;'''
keywords = ["zzz", "a"]
[[rules]]
id = "plain"
regex = '''\b[0-9]+\b'''
keywords = ["bar"]
[[rules]]
id = "empty"
regex = '''x*'''
keywords = ["token"]
[[rules]]
id = "ends"
regex = '''(?m)^foo|bar$|\z'''
[[rules]]
id = "no keyword"
regex = '''foo'''
keywords = ["never there"]
[[rules]]
id = "any byte"
regex = '''y[^a]:'''
)";

struct Found {
  std::uint32_t rule;
  std::size_t begin, end;
  bool operator==(const Found&) const = default;
  auto operator<=>(const Found&) const = default;
};

// Go's FindAll with each pattern over the whole text.
std::vector<Found> by_patterns(const RuleSet& rules, const std::string& text) {
  const std::string subject = replace_invalid_utf8(text);
  const std::string lower = to_lower(text);
  std::vector<Found> found;
  for (std::uint32_t i = 0; i < rules.rules().size(); ++i) {
    const Rule& rule = rules.rules()[i];
    if (!rule.keywords.empty() &&
        std::ranges::none_of(rule.keywords, [&](std::string_view keyword) {
          return lower.find(to_lower(keyword)) != std::string::npos;
        }))
      continue;
    const Pattern pattern(rule);
    Pattern::Span at;
    std::size_t last_end = std::string::npos;
    for (std::size_t from = 0;
         from <= text.size() && pattern.find(subject, from, subject.size(),
                                             Pattern::Start::kAnywhere, &at);) {
      if (at.end != from || at.begin != last_end)
        found.push_back({i, at.begin, at.end});
      if (at.end == from) {
        const std::size_t size =
            decode_utf8(std::string_view(text).substr(from)).size;
        from += std::max<std::size_t>(size, 1);
      } else {
        from = at.end;
      }
      last_end = at.end;
    }
  }
  return found;
}

std::unique_ptr<TextMatcher> matcher_of(const RuleSet& rules,
                                        std::string_view literals = {}) {
  auto matcher = TextMatcher::create(rules, literals);
  REQUIRE(matcher.has_value());
  return std::move(*matcher);
}

std::vector<Found> by_matcher(const TextMatcher& matcher, std::string_view text,
                              TextScratch& scratch) {
  matcher.begin(text, scratch);
  std::vector<TextMatch> matches;
  matcher.find_all([](std::uint32_t) { return true; }, scratch, &matches);
  std::vector<Found> found;
  for (const TextMatch& match : matches)
    found.push_back({match.rule, match.begin, match.end});
  std::ranges::sort(found);
  return found;
}

// Texts put together from `parts`, the rare ones in every fourth. Returns how
// often each rule was found; with prepared literals and without.
std::vector<std::size_t> compare(const RuleSet& rules,
                                 const std::vector<std::string>& parts,
                                 const std::vector<std::string>& rare,
                                 int rounds) {
  const std::string literals = serialize_text_literals(rules).value();
  const std::unique_ptr<TextMatcher> prepared = matcher_of(rules, literals);
  const std::unique_ptr<TextMatcher> lazy = matcher_of(rules);
  TextScratch prepared_scratch;
  TextScratch lazy_scratch;
  std::mt19937 random(test::seed(17));
  std::vector<std::size_t> seen(rules.rules().size());
  for (int round = 0; round < rounds; ++round) {
    std::string text;
    const auto count = std::uniform_int_distribution(0, 60)(random);
    const std::size_t most =
        parts.size() + (round % 4 == 0 ? rare.size() : 0) - 1;
    for (int i = 0; i < count; ++i) {
      const auto part =
          std::uniform_int_distribution<std::size_t>(0, most)(random);
      text += part < parts.size() ? parts[part] : rare[part - parts.size()];
    }
    const std::vector<Found> wanted = by_patterns(rules, text);
    CAPTURE(text);
    REQUIRE(by_matcher(*prepared, text, prepared_scratch) == wanted);
    REQUIRE(by_matcher(*lazy, text, lazy_scratch) == wanted);
    for (const Found& one : wanted) ++seen[one.rule];
  }
  return seen;
}

TEST_CASE("text matcher: finds what each pattern finds in the whole text") {
  const RuleSet rules = rules_from(kRules);
  const std::vector<std::size_t> seen = compare(
      rules,
      {"foo", "bar", "key", "KEY", "token", "a",    "bc",  "def", "0", "42",
       ":",   "= ",  ";",   "\n",  "x",     "xxxx", "zzz", " ",   ".", "-"},
      {"\xC3\xA9", "\xFF",
       "\xE2\x84\xAA"
       "ey",
       "s"},
      6'000);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    CAPTURE(rules.rules()[i].id);
    CHECK((seen[i] > 0) == (rules.rules()[i].id != "no keyword"));
  }
}

// U+0130 (dotted I), U+017F (long s) and U+212A (Kelvin) in every place where
// one can match an ASCII letter, or seems to.
TEST_CASE("text matcher: letters that match ASCII when case does not count") {
  const RuleSet rules = rules_from(R"(
[[rules]]
id = "anchor"
regex = '''(?i)sk-risk[0-9]+'''
[[rules]]
id = "keyword in the anchor"
regex = '''(?i)disk_key=[a-z0-9]+'''
keywords = ["key"]
[[rules]]
id = "keyword is the anchor"
regex = '''(?i)risks[0-9]'''
keywords = ["RISKS"]
[[rules]]
id = "keyword elsewhere"
regex = '''[0-9]{2}-'''
keywords = ["disks"]
[[rules]]
id = "keyword beyond ASCII"
regex = '''(?i)disk[0-9]'''
keywords = ["riſk"]
[[rules]]
id = "keyword beyond ASCII, anchor gate"
regex = '''(?i)=[^;]*?disks;'''
keywords = ["RIſk", "nowhere"]
[[rules]]
id = "keyword beyond ASCII in the other case"
regex = '''(?i)k[0-9]'''
keywords = ["\u00C9k"]
[[rules]]
id = "case counts"
regex = '''sk-[0-9]'''
[[rules]]
id = "Kelvin itself"
regex = '''Key=[0-9]'''
[[rules]]
id = "probed"
regex = '''(?i)[\w.-]{0,10}?(?:disk|risk)=[0-9]+'''
keywords = ["disk", "risk"]
[[rules]]
id = "anchor gate"
regex = '''(?i)-[^;]*?risks;'''
[[rules]]
id = "anchor and keyword gate"
regex = '''(?i)_[^;]*?disk;'''
keywords = ["sk-"]
[[rules]]
id = "no keyword"
regex = '''(?i)s[0-9]'''
)");
  const std::vector<std::string> parts = {
      "d",    "r",     "i",   "s",     "k",    "S",    "K",   "I",
      "isk",  "s-",    "=",   "_",     "-",    ";",    "0",   "42",
      "key=", "_key=", "ey=", "risks", "disk", "DISK", "sk-", "s"};
  const std::vector<std::string> rare = {
      "\u0130",          "\u017F",     "\u212A",          "\u0130",
      "\u017F",          "\u212A",     "di\u017Fk",       "ri\u017Fk",
      "di\u017F\u212A_", "r\u0130sks", "ri\u017Fk\u017F", "d\u0130sks",
      "\u212Aey=",       "\xFF",       "\xC3\xA9"};
  const std::vector<std::size_t> seen = compare(rules, parts, rare, 12'000);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    CAPTURE(rules.rules()[i].id);
    CHECK(seen[i] > 0);
  }
}

// Such a letter alone causes no rule to run.
TEST_CASE("text matcher: one odd letter does not cost a search of each rule") {
  std::string toml;
  for (const char* word : {"risks", "disks", "tasks", "likes"})
    toml += "[[rules]]\nid = '" + std::string(word) + "'\nregex = '(?i)" +
            word + "[0-9]+'\n";
  const auto matcher = matcher_of(rules_from(toml));
  TextScratch scratch;
  std::string text;
  for (int i = 0; i < 200; ++i) text += "\u0130stanbul \u017F \u212A ";
  text += "ta\u017F\u212A\u017F7";
  std::vector<std::uint32_t> asked;
  std::vector<TextMatch> matches;
  matcher->begin(text, scratch);
  matcher->find_all(
      [&](std::uint32_t rule) {
        asked.push_back(rule);
        return true;
      },
      scratch, &matches);
  CHECK(asked == std::vector<std::uint32_t>{2});
  CHECK(matches.size() == 1);
}

TEST_CASE("text matcher: asks before it searches, and searches one rule") {
  const auto matcher = TextMatcher::create(rules_from(kRules));
  REQUIRE(matcher.has_value());
  TextScratch scratch;
  const std::string text = "foo bar 1 foo2";
  (*matcher)->begin(text, scratch);
  std::vector<TextMatch> matches;
  (*matcher)->find_all([](std::uint32_t rule) { return rule == 5; }, scratch,
                       &matches);
  REQUIRE(matches.size() == 1);
  CHECK(matches[0].begin == 8);
  matches.clear();
  constexpr std::uint32_t kNoKeyword = 8;
  (*matcher)->find_all_of(kNoKeyword, scratch, &matches);
  CHECK(matches.size() == 2);
}

TEST_CASE("text matcher: groups of a match by itself") {
  const auto matcher = TextMatcher::create(
      rules_from("[[rules]]\nid = 'r'\nregex = '''a(b)?=([^;]+)'''\n"));
  REQUIRE(matcher.has_value());
  std::vector<std::string_view> groups;
  REQUIRE((*matcher)->groups(0, "a=\xE9z;", &groups));
  REQUIRE(groups.size() == 3);
  CHECK(groups[1].empty());
  CHECK(groups[2] == "\xE9z");
  CHECK(!(*matcher)->groups(0, "b=1", &groups));
}

TEST_CASE("optional head: what may be left out") {
  CHECK(without_optional_head(R"([\w.-]{0,50}?key)") == "key");
  CHECK(without_optional_head(R"((?i)[a\]b]*(x|y))") == "(?i)(x|y)");
  CHECK(without_optional_head("[]a]?x") == "x");
  CHECK(without_optional_head("[^]a]{0,3}x") == "x");
  CHECK(without_optional_head("[[:alpha:]]??x|y") == "x|y");
  CHECK(!without_optional_head("[ab]{1,3}x"));
  CHECK(!without_optional_head("[ab]x"));
  CHECK(!without_optional_head("(?:[ab]*x)"));
  CHECK(!without_optional_head("(?P<n>x)"));
  CHECK(!without_optional_head(""));
}

TEST_CASE("lower case: as Go has it") {
  CHECK(to_lower("aBZ1") == "abz1");
  CHECK(to_lower("\xC3\x89\xC3\x9F") == "\xC3\xA9\xC3\x9F");  // É, ß
  CHECK(to_lower("\xE2\x84\xAA") == "k");                     // Kelvin
  CHECK(to_lower("\xC4\xB0") == "i");                         // İ
  CHECK(to_lower("\xC5\xBF") == "\xC5\xBF");                  // long s
  CHECK(to_lower("\xCE\xA3\xD0\x96") == "\xCF\x83\xD0\xB6");  // Σ, Ж
  CHECK(to_lower("\xFFZ") == "\xEF\xBF\xBDz");
  CHECK(to_lower("\xF0\x90\x90\x80") == "\xF0\x90\x90\xA8");  // Deseret
  CHECK(folds_to_ascii("x\xE2\x84\xAA"));
  CHECK(!folds_to_ascii("x\xC3\x89"));
}

// A matcher with the prepared literals finds the same matches as one without
// them.
TEST_CASE("text matcher: the embedded literals are those of the rules") {
  const RuleSet rules =
      RuleSet::from_static(embedded_rules(), embedded_rules_sha256());
  const auto prepared = TextMatcher::create(rules, embedded_text_literals());
  const auto lazy = TextMatcher::create(rules);
  REQUIRE(prepared.has_value());
  REQUIRE(lazy.has_value());
  TextScratch prepared_scratch;
  TextScratch lazy_scratch;
  const auto matches_of = [](const TextMatcher& matcher, std::string_view text,
                             TextScratch& scratch) {
    std::vector<TextMatch> matches;
    matcher.begin(text, scratch);
    matcher.find_all([](std::uint32_t) { return true; }, scratch, &matches);
    return matches;
  };
  std::size_t found = 0;
  const RuleSet files = default_rules();
  for (const Rule& rule : files.rules()) {
    for (const std::string_view example : rule.examples) {
      const auto wanted = matches_of(**lazy, example, lazy_scratch);
      const auto given = matches_of(**prepared, example, prepared_scratch);
      CAPTURE(std::string(rule.id));
      REQUIRE(given.size() == wanted.size());
      for (std::size_t i = 0; i < given.size(); ++i) {
        CHECK(given[i].rule == wanted[i].rule);
        CHECK(given[i].begin == wanted[i].begin);
        CHECK(given[i].end == wanted[i].end);
      }
      found += given.size();
    }
  }
  CHECK(found >= files.rules().size());
}

}  // namespace sluice::text_matcher_test
