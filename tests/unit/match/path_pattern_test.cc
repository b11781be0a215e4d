#include "match/path_pattern.h"

#include <doctest/doctest.h>

#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "match/pattern.h"
#include "support/load.h"
#include "text/ascii.h"

using namespace sluice;

namespace {

bool fit(std::string_view pattern, std::string_view text) {
  const auto endings = Endings::of(pattern);
  REQUIRE(endings);
  return endings->fit(text);
}

// Words of `pattern`, in a row and in either case, some with signs between.
std::string random_path(std::string_view pattern, std::mt19937& random) {
  std::vector<std::string> words = {"", "a/", "x", ".", "\xc5\xbf", "\n"};
  for (const char c : pattern) {
    if (!is_alnum(c)) {
      words.emplace_back();
      words.push_back({c});
    } else if (words.back().empty() || !is_alnum(words.back().back())) {
      words.push_back({c});
    } else {
      words.back() += c;
    }
  }
  std::string path;
  for (auto n = 1 + random() % 6; n > 0; --n)
    path += words[random() % words.size()];
  if (random() % 4 == 0)
    for (char& c : path)
      if (is_lower(c) && random() % 2 == 0)
        c = static_cast<char>(c - 'a' + 'A');
  return path;
}

}  // namespace

TEST_CASE("endings: what a pattern of them matches") {
  constexpr std::string_view kPattern = R"((?i)\.(?:ya?ml|[cm]?ts|json[5c]?)$)";
  for (const char* path : {"a.yml", "a.yaml", ".ts", "b/c.MTS", "x.json5"})
    CHECK(fit(kPattern, path));
  for (const char* path :
       {"", "yml", "a.yaaml", "a.yml/b", "a.jsonc5", "a.ts\n"})
    CHECK_FALSE(fit(kPattern, path));
  CHECK(fit(R"(\.[ch]$)", "a.c"));
  CHECK_FALSE(fit(R"(\.[ch]$)", "a.C"));
  CHECK(fit(R"((?:(?i:readme)|\.Rmd)$)", "ReadMe"));
  CHECK_FALSE(fit(R"((?:(?i:readme)|\.Rmd)$)", "a.rmd"));
}

TEST_CASE("endings: a pattern that asks for more has none") {
  for (const char* pattern :
       {"",
        "$",
        "a",
        R"(\.c)",
        R"(^a$)",
        R"((?:^|/)a$)",
        R"(\ba$)",
        R"([^a]b$)",
        R"(a+$)",
        R"(a{2}$)",
        R"(\wa$)",
        R"((?m)a$)",
        R"(.a$)",
        R"((?:a$)?)",
        R"(a$|b)",
        R"(a$b$)",
        "a\x01",
        R"(a\x01)",
        R"(\Qa$\E)",
        R"((a$)",
        "(?:a|b|c|d|e|f|g|h)(?:a|b|c|d|e|f|g|h)(?:a|b|c|d|e|f|g|h)"
        "(?:a|b|c|d|e|f|g|h)$"}) {
    CAPTURE(pattern);
    CHECK_FALSE(Endings::of(pattern));
  }
}

TEST_CASE("path patterns: what RE2 finds, for the paths of all rules") {
  const RuleSet rules = default_rules();
  std::set<std::string_view> patterns;
  for (const Rule& rule : rules.rules())
    if (!rule.path.empty()) patterns.insert(rule.path);
  std::mt19937 random(25);
  std::size_t with_endings = 0;
  std::size_t found = 0;
  for (const std::string_view regex : patterns) {
    const PathPattern path_pattern(regex, {});
    const Pattern pattern(regex);
    if (Endings::of(regex)) ++with_endings;
    for (int round = 0; round < 1000; ++round) {
      const std::string path = random_path(regex, random);
      CAPTURE(regex);
      CAPTURE(path);
      const bool is_found = pattern.found_in(path);
      if (is_found) ++found;
      REQUIRE(path_pattern.found_in(path) == is_found);
    }
  }
  CHECK(with_endings > patterns.size() / 2);
  CHECK(found > 1000);
}
