#include "match/text_matcher.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "match/lower_case.h"
#include "match/optional_head.h"
#include "support/load.h"
#include "text/utf8.h"

namespace sluice {
namespace {

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
    const Pattern pattern(rule.regex);
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

TEST_CASE("text matcher: finds what each pattern finds in the whole text") {
  const RuleSet rules = rules_from(kRules);
  const auto matcher = TextMatcher::create(rules);
  REQUIRE(matcher.has_value());
  auto scratch = (*matcher)->make_scratch();
  REQUIRE(scratch.has_value());
  const std::array<std::string, 24> parts = {"foo",
                                             "bar",
                                             "key",
                                             "KEY",
                                             "token",
                                             "a",
                                             "bc",
                                             "def",
                                             "0",
                                             "42",
                                             ":",
                                             "= ",
                                             ";",
                                             "\n",
                                             "x",
                                             "xxxx",
                                             "zzz",
                                             " ",
                                             ".",
                                             "-",
                                             "\xC3\xA9",
                                             "\xFF",
                                             "\xE2\x84\xAA"
                                             "ey",
                                             "s"};
  std::mt19937 random(17);
  std::vector<std::size_t> seen(rules.rules().size());
  for (int round = 0; round < 6'000; ++round) {
    std::string text;
    const int count = std::uniform_int_distribution(0, 60)(random);
    const std::size_t most = round % 4 == 0 ? 23 : 19;  // mostly ASCII
    for (int i = 0; i < count; ++i)
      text +=
          parts[std::uniform_int_distribution<std::size_t>(0, most)(random)];
    (*matcher)->begin(text, *scratch);
    std::vector<TextMatch> matches;
    (*matcher)->find_all([](std::uint32_t) { return true; }, *scratch,
                         &matches);
    std::vector<Found> found;
    for (const TextMatch& match : matches)
      found.push_back({match.rule, match.begin, match.end});
    std::ranges::sort(found);
    const std::vector<Found> wanted = by_patterns(rules, text);
    CAPTURE(text);
    REQUIRE(found == wanted);
    for (const Found& one : found) ++seen[one.rule];
  }
  for (std::size_t i = 0; i < seen.size(); ++i) {
    CAPTURE(rules.rules()[i].id);
    CHECK((seen[i] > 0) == (rules.rules()[i].id != "no keyword"));
  }
}

TEST_CASE("text matcher: asks before it searches, and searches one rule") {
  const auto matcher = TextMatcher::create(rules_from(kRules));
  REQUIRE(matcher.has_value());
  auto scratch = (*matcher)->make_scratch();
  REQUIRE(scratch.has_value());
  const std::string text = "foo bar 1 foo2";
  (*matcher)->begin(text, *scratch);
  std::vector<TextMatch> matches;
  (*matcher)->find_all([](std::uint32_t rule) { return rule == 5; }, *scratch,
                       &matches);
  REQUIRE(matches.size() == 1);
  CHECK(matches[0].begin == 8);
  matches.clear();
  constexpr std::uint32_t kNoKeyword = 8;
  (*matcher)->find_all_of(kNoKeyword, *scratch, &matches);
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

}  // namespace
}  // namespace sluice
