#include "match/path_pattern.h"

#include <doctest/doctest.h>

#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "match/pattern.h"
#include "support/effort.h"
#include "support/load.h"
#include "text/ascii.h"

namespace sluice::path_pattern_test {

using Answer = Endings::Answer;

Answer ask(std::string_view pattern, std::string_view text) {
  const auto endings = Endings::of(pattern);
  REQUIRE(endings);
  return endings->ask(text);
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

TEST_CASE("endings: what a pattern of them matches") {
  constexpr std::string_view kPattern = R"((?i)\.(?:ya?ml|[cm]?ts|json[5c]?)$)";
  for (const char* path : {"a.yml", "a.yaml", ".ts", "b/c.MTS", "x.json5"})
    CHECK(ask(kPattern, path) == Answer::kYes);
  for (const char* path : {"yml", "a.yaaml", "a.yml/b", "a.jsonc5", "a.ts\n"})
    CHECK(ask(kPattern, path) == Answer::kNo);
  CHECK(ask(R"(\.[ch]$)", "a.c") == Answer::kYes);
  CHECK(ask(R"(\.[ch]$)", "a.C") == Answer::kNo);
  CHECK(ask(R"((?:(?i:readme)|\.Rmd)$)", "ReadMe") == Answer::kYes);
  CHECK(ask(R"((?:(?i:readme)|\.Rmd)$)", "a.rmd") == Answer::kNo);
}

TEST_CASE("endings: names, of which not all are listed") {
  constexpr std::string_view kPattern =
      R"((?i)(?:\.cfg|(?:^|/)(?:Dockerfile[\w.\-]*|\.?[\w\-]{2,9}rc|env))$)";
  for (const char* path : {"a.cfg", "env", "a/env"})
    CHECK(ask(kPattern, path) == Answer::kYes);
  for (const char* path : {"Dockerfile.x", "a/dockerfile", ".bashrc"})
    CHECK(ask(kPattern, path) == Answer::kMaybe);
  for (const char* path :
       {"a.c", "src/a.py", "a.cfg.in", "envs/a.py", "myenv", "a/b.env"})
    CHECK(ask(kPattern, path) == Answer::kNo);
  CHECK(ask("^b$", "b") == Answer::kYes);
  CHECK(ask("^b$", "ab") == Answer::kNo);
  CHECK(ask("^b$",
            "a\x02"
            "b") == Answer::kMaybe);
  // With another assertion, an ending does not decide.
  CHECK(ask(R"((?:\.c|\bmake)$)", "a.c") == Answer::kMaybe);
  constexpr std::string_view kOpen = R"((?:\.c|make\.\w+)$)";
  CHECK(ask(kOpen, "a.c") == Answer::kYes);
  CHECK(ask(kOpen, "make.x") == Answer::kMaybe);
  CHECK(ask(kOpen, "make") == Answer::kNo);
}

TEST_CASE("endings: a pattern of which nothing is known has none") {
  for (const char* pattern :
       {"", "$", R"(.$)", R"(\w*$)", R"((?:a$)?)", R"(a$b$)", "a\x01",
        R"(a\x01)", R"(\Qa$\E)", R"((a$)"}) {
    CAPTURE(pattern);
    CHECK_FALSE(Endings::of(pattern));
  }
}

TEST_CASE("endings: never against RE2") {
  for (const char* pattern : {"a",
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
                              R"(a$|b)",
                              R"((?:ab|a\w)+c?$)",
                              R"(a(?:b.|c)*(?:/|$))",
                              R"(a(?:b|c[ab]+)(?:c|\wa)$)",
                              R"((?i)(?:a.?b|c)(?:a|c\w)b$)",
                              R"((?:a|b\w|)c(?:b$|a))",
                              R"(^^a+b$)",
                              R"((?:^|a)(?:^|b)[^a]?c$)",
                              R"((?:^|/)(?:a|b\w*)(?:$|c$))",
                              R"(^?a$)",
                              R"((?:^a|b^c|[^b]a)$)",
                              R"(\[?^a|(?:^[^/]|c)b$)",
                              R"((?:a|bc\d?)$$)"}) {
    CAPTURE(pattern);
    const PathPattern path_pattern(pattern, {});
    const Pattern whole(pattern);
    // All strings of up to six of these characters.
    constexpr std::string_view kBytes = "abc/";
    std::vector<std::string> texts = {""};
    for (std::size_t i = 0; i < texts.size() && texts[i].size() < 6; ++i)
      for (const char c : kBytes) texts.push_back(texts[i] + c);
    for (const std::string& text : texts) {
      CAPTURE(text);
      REQUIRE(path_pattern.found_in(text) == whole.found_in(text));
    }
  }
}

TEST_CASE("path patterns: what RE2 finds, for the paths of all rules") {
  const RuleSet rules = default_rules();
  std::set<std::string_view> patterns;
  for (const Rule& rule : rules.rules())
    if (!rule.path.empty()) patterns.insert(rule.path);
  std::mt19937 random(test::seed(25));
  std::size_t with_endings = 0;
  std::size_t found = 0;
  for (const std::string_view regex : patterns) {
    const PathPattern path_pattern(regex, {});
    const Pattern pattern(regex);
    if (Endings::of(regex)) ++with_endings;
    for (int round = 0; round < test::times(1000, 10'000); ++round) {
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

}  // namespace sluice::path_pattern_test
