#include "regex/go_syntax.h"

#include <doctest/doctest.h>
#include <re2/re2.h>

#include <random>
#include <string>
#include <string_view>

#include "support/effort.h"

namespace sluice::go_syntax_test {

std::string translated(std::string_view regex) {
  const auto result = from_go_syntax(regex);
  return result ? *result : "error: " + result.error().message;
}

bool re2_takes(std::string_view regex) {
  RE2::Options options;
  options.set_log_errors(false);
  return RE2(re2::StringPiece(regex.data(), regex.size()), options).ok();
}

struct Row {
  std::string_view go, re2;
};

TEST_CASE("go syntax: named groups") {
  const Row rows[] = {
      {"(?<a>x)", "(?P<a>x)"},
      {"(?P<a>x)", "(?P<a>x)"},
      {"((?<a_1>x)|(?<b>(?<c>y)))", "((?P<a_1>x)|(?P<b>(?P<c>y)))"},
      {"\\((?<a>x)", "\\((?P<a>x)"},
      // Text, not groups.
      {"\\(?<a>x", "\\(?<a>x"},
      {"[(?<a>x]", "[(?<a>x]"},
      {"[^](?<a>x]", "[^](?<a>x]"},
      {"[](?<a>x]", "[](?<a>x]"},
      {"[[:alpha:](?<a>]", "[[:alpha:](?<a>]"},
      {"[\\](?<a>]", "[\\](?<a>]"},
      {"\\Q(?<a>x)\\E(?<b>y)", "\\Q(?<a>x)\\E(?P<b>y)"},
      {"\\Q(?<a>x)", "\\Q(?<a>x)"},
      {"\\Q\\(?<a>\\E", "\\Q\\(?<a>\\E"},
      {"\\\\(?<a>x)", "\\\\(?P<a>x)"},
      {"[\\Q](?<a>x)", "[\\Q](?P<a>x)"},
      {"[a](?<b>[c])", "[a](?P<b>[c])"},
      {"[[](?<b>c)", "[[](?P<b>c)"},
      {"[[:](?<b>c)", "[[:](?P<b>c)"},
      // No names: for RE2 to refuse.
      {"(?<=a)b", "(?<=a)b"},
      {"(?<!a)b", "(?<!a)b"},
      {"(?<a", "(?<a"},
      {"(?<", "(?<"},
      {"(?<>x)", "(?P<>x)"},
      {"(?<a b>x)", "(?P<a b>x)"},
      {"(?<\xc3\xa9>x)", "error: invalid named capture group: (?<\xc3\xa9>"},
      {"(?P<\xc3\xa9>x)", "error: invalid named capture group: (?P<\xc3\xa9>"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.go);
    CHECK(translated(row.go) == row.re2);
  }
}

TEST_CASE("go syntax: a single byte is no character") {
  CHECK(translated("a\\Cb") == "error: invalid escape sequence: \\C");
  CHECK(translated("[a\\C]") == "error: invalid escape sequence: \\C");
  CHECK(translated("\\\\Cb") == "\\\\Cb");
  CHECK(translated("\\Q\\C\\E") == "\\Q\\C\\E");
}

TEST_CASE("go syntax: names of Unicode classes, loosely") {
  const Row rows[] = {
      {"\\pL\\PN", "\\pL\\PN"},
      {"\\pl\\Pn", "\\pL\\PN"},
      {"\\p{Lu}", "\\p{Lu}"},
      {"\\p{lu}\\P{LU}", "\\p{Lu}\\P{Lu}"},
      {"\\p{Letter}", "\\p{L}"},
      {"\\p{upper case letter}", "\\p{Lu}"},
      {"\\p{Uppercase_Letter}", "\\p{Lu}"},
      {"[a\\p{greek}]", "[a\\p{Greek}]"},
      {"\\p{old-italic}", "\\p{Old_Italic}"},
      {"\\p{^Greek}", "\\p{^Greek}"},
      {"\\p{^letter}", "\\p{^L}"},
      {"\\p{any}", "\\p{Any}"},
      {"\\p{SignWriting}", "\\p{SignWriting}"},
      {"\\p{digit}", "\\p{Nd}"},
      {"\\Q\\p{letter}\\E", "\\Q\\p{letter}\\E"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.go);
    CHECK(translated(row.go) == row.re2);
    CHECK(re2_takes(row.re2));
  }
  CHECK(translated("\\p") == "\\p");
  CHECK(translated("\\p{") == "\\p{");
  CHECK(translated("\\p{Gre") == "\\p{Gre");
}

// A pattern is made of independent pieces, some of which are known to be
// groups. With every group in RE2's spelling, it must be the translation of the
// pattern with the groups in Go's spelling.
TEST_CASE("go syntax: any pattern with named groups in either spelling") {
  const std::string_view plain[] = {
      "a",           "\\(",     "\\[",          "[(?<x>]", "[^]a(?<x>]",
      "[[:digit:]]", "[\\]]",   "\\Q(?<x>[\\E", "\\p{L}",  "b*",
      "(?i)",        "(?:c|d)", "[a-z]{2,3}",   "\\x{41}", "\\\\",
      "(?s:.)",      "[[]",     "\\pN",         "<x>",     "e?"};
  std::mt19937 random(test::seed(5));
  int valid = 0;
  const int patterns = test::times(2500, 40'000);
  for (int i = 0; i < patterns; ++i) {
    std::string go, re2;
    int open = 0, names = 0;
    for (auto length = random() % 12; length > 0; --length) {
      const auto kind = random() % 6;
      if (kind == 0) {
        const std::string name = "n" + std::to_string(names++);
        go += "(?<" + name + ">";
        re2 += "(?P<" + name + ">";
        ++open;
      } else if (kind == 1 && open > 0) {
        go += ')';
        re2 += ')';
        --open;
      } else {
        const auto piece = plain[random() % std::size(plain)];
        go += piece;
        re2 += piece;
      }
    }
    go += std::string(static_cast<std::size_t>(open), ')');
    re2 += std::string(static_cast<std::size_t>(open), ')');
    CAPTURE(go);
    REQUIRE(translated(go) == re2);
    REQUIRE(translated(re2) == re2);
    valid += re2_takes(re2) ? 1 : 0;
  }
  CHECK(valid > patterns * 3 / 4);
}

// A token that RE2 and Go both accept is not changed.
TEST_CASE("go syntax: any sequence of tokens") {
  const std::string_view tokens[] = {
      "(", ")", "[",   "]", "^",  "\\",  "Q",   "E",   "?",    "<",
      "P", "=", "!",   ">", "[:", ":]",  "p",   "{",   "}",    "a",
      "|", "L", "\\p", "-", "*",  "\\Q", "\\E", "(?<", "(?P<", "x>"};
  std::mt19937 random(test::seed(11));
  int taken = 0;
  const int patterns = test::times(6000, 120'000);
  for (int i = 0; i < patterns; ++i) {
    std::string regex;
    for (auto length = random() % 10; length > 0; --length) {
      regex += tokens[random() % std::size(tokens)];
    }
    const auto result = from_go_syntax(regex);
    REQUIRE(result.has_value());
    CAPTURE(regex);
    if (re2_takes(regex)) {
      ++taken;
      CHECK(*result == regex);
    } else if (regex.find("(?<") == std::string::npos &&
               regex.find("\\p") == std::string::npos &&
               regex.find("\\P") == std::string::npos) {
      CHECK(*result == regex);
    }
  }
  CHECK(taken > patterns / 12);
}

}  // namespace sluice::go_syntax_test
