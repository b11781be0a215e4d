#include "regex/shape.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "rules/rule.h"
#include "support/effort.h"

namespace sluice::shape_test {

// "text@lead text~@lead": ~ for caseless, @* for no bound; sorted.
std::string anchors_of(std::string_view regex) {
  std::vector<std::string> names;
  for (const ShapeAnchor& anchor : regex_shape(regex).anchors) {
    names.push_back(fmt::format(
        "{}{}@{}", anchor.text, anchor.caseless ? "~" : "",
        anchor.max_lead == kUnboundedWidth ? "*"
                                           : std::to_string(anchor.max_lead)));
  }
  std::sort(names.begin(), names.end());
  return fmt::format("{}", fmt::join(names, " "));
}

std::string widths_of(std::string_view regex) {
  const RegexShape shape = regex_shape(regex);
  return fmt::format("{} {}", shape.min_width,
                     shape.max_width == kUnboundedWidth
                         ? "*"
                         : std::to_string(shape.max_width));
}

struct Row {
  std::string_view regex;
  std::string_view expected;
};

TEST_CASE("regex_shape: widths") {
  const Row rows[] = {
      {"", "0 0"},
      {"abc", "3 3"},
      {"a|bcd|", "0 3"},
      {"^a$", "1 1"},
      {R"(\ba\B\A\z)", "1 1"},
      {".", "1 4"},
      {"(?s).", "1 4"},
      {"[^a]", "1 4"},
      {"[a-z]{3,5}", "3 5"},
      {"a*", "0 *"},
      {"a+?", "1 *"},
      {"a{2,}", "2 *"},
      {"a{0}", "0 0"},
      {"(?:){5}", "0 0"},
      {"(?:^)*a", "1 1"},
      {"a??b", "1 2"},
      {R"(\d\D)", "2 5"},
      {R"([\w])", "1 1"},
      {R"([^\W])", "1 1"},
      {R"([^\x00-\x7f])", "2 4"},
      {R"([\D\d])", "1 4"},
      {"[[:alpha:]]", "1 1"},
      {"[[:^alpha:]]", "1 4"},
      {"[]a]", "1 1"},
      {"[^]a]", "1 4"},
      {"[a-]", "1 1"},
      {"[[:a]", "1 1"},
      {R"(\pL\p{Greek}\P{^Lu})", "3 12"},
      {R"(\C)", "1 1"},
      {R"(\x41\x{10FFFF}\123\07\0)", "8 8"},
      {R"(\Qa.b*\E+)", "4 *"},
      {R"(\Qa.b)", "3 3"},
      {"\xc3\xa9", "2 2"},
      {"(?i)a", "1 1"},
      // U+212A and U+017F.
      {"(?i)k", "1 3"},
      {"(?i)s", "1 2"},
      {"(?i)[a-j]", "1 1"},
      {"(?i)[a-z]", "1 3"},
      {R"((?i)\w)", "1 3"},
      {"(?i)\xc3\xa9", "1 4"},
      {"(?i)[\xc3\xa9]", "1 4"},
      {R"((?i)[\x{212A}])", "1 4"},
      {"(?i:k)k", "2 4"},
      {"(?i)k(?-i)k", "2 4"},
      {"(?:(?i)k)k", "2 4"},
      {"a|(?i)b|k", "1 3"},
      {"(?i)a|(?-i:k)", "1 1"},
      {"(?ims-U:k)", "1 3"},
      {"(?P<name>ab)", "2 2"},
      {"(?<name>ab)", "2 2"},
      {"x{2", "3 3"},
      {"x{,5}", "5 5"},
      {"x{03,40}", "8 8"},
      {"x{3,040}", "8 8"},
      {"x{0,5}", "0 5"},
      {"x{a}", "4 4"},
      {"{", "1 1"},
      {"a{3}{", "4 4"},
      {"((a{1000}){1000}){1000}", "1000000000 1000000000"},
      {"(((a{1000}){1000}){1000}){1000}", "4294967295 *"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.regex);
    CHECK(widths_of(row.regex) == row.expected);
  }
}

TEST_CASE("regex_shape: refused patterns are unbounded and have no anchors") {
  const std::string_view rows[] = {"(",
                                   ")",
                                   "abc)",
                                   "[abc",
                                   "[]",
                                   "*abc",
                                   "a**",
                                   "a+*",
                                   "a{2}{3}",
                                   "abc|*",
                                   "abc(?i)*",
                                   "(?=abc)",
                                   "(?!abc)",
                                   "(?<=abc)",
                                   "(?P=n)abc",
                                   "(?P<n",
                                   "(?P<>abc)",
                                   "abc\\",
                                   "abc\\1",
                                   "abc\\y",
                                   "abc\\x1",
                                   "abc\\x{}",
                                   "abc\\x{110000}",
                                   "[b-a]abc",
                                   "[a-\\d]abc",
                                   "[[:foo:]]abc",
                                   "abc\xff",
                                   "abc\xc3",
                                   "\xed\xa0\x80",
                                   "abc{2,1}",
                                   "(?i-)abc",
                                   "(?x)abc",
                                   "abc\\p{Lu",
                                   "abc\\Z",
                                   "[\\b]abc",
                                   "\\Q\\E*abc",
                                   "[[:d:]]abc"};
  for (const std::string_view regex : rows) {
    CAPTURE(regex);
    CHECK(widths_of(regex) == "0 *");
    CHECK(anchors_of(regex) == "");
  }
}

TEST_CASE("regex_shape: nesting is bounded") {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '(') + "abc" + std::string(depth, ')');
  };
  CHECK(widths_of(nested(100)) == "3 3");
  CHECK(widths_of(nested(1'000'000)) == "0 *");
  CHECK(widths_of(std::string(1'000'000, '(')) == "0 *");
}

TEST_CASE("regex_shape: anchors") {
  const Row rows[] = {
      {"ghp_[0-9a-zA-Z]{36}", "ghp_@0"},
      {R"(\b(ghp_\w{36})\b)", "ghp_@0"},
      // Alternations and small classes multiply out.
      {R"((?:sk|rk)_(?:live|test)_[0-9a-z]{24})",
       "rk_live_@0 rk_test_@0 sk_live_@0 sk_test_@0"},
      {R"(xox[bap]-\d+)", "xoxa-@0 xoxb-@0 xoxp-@0"},
      {"sk-(?:proj-)?[0-9a-zA-Z]{40}", "sk-@0"},
      {"-{5}BEGIN-{5}", "-----BEGIN-----@0"},
      {"(?:ab){2,3}c", "ababc@2"},
      {"abcx+", "abcx@0"},
      {"x+abc", "abc@*"},
      // Large classes do not.
      {R"(AKIA[0-9A-Z]{16})", "AKIA@0"},
      {R"((?:A3T[A-Z0-9]|AKIA|ASIA)[A-Z0-9]{16})", "A3T@0 AKIA@0 ASIA@0"},
      // Case.
      {"(?i)mailgun", "mailgun~@0"},
      {"(?i)KEY", "key~@0"},
      {"[Tt][Oo][Kk][Ee][Nn]", "token~@0"},
      {"(?i:ab)XYZ_", "abxyz_~@0"},
      {"(?i:a)XYZQW_123", "XYZQW_123@1"},
      {"(?i)ab\xc3\xa9xyz", "xyz~@6"},
      {"ab\xc3\xa9xyz", "ab\xc3\xa9xyz@0"},
      // The lead counts the width of a folded letter's forms.
      {"(?i)[a-z]{2}qwerty", "qwerty~@6"},
      {"[^\\s]{2}qwerty", "qwerty@8"},
      {".{0,50}?(?:adobe).{0,20}=[0-9a-f]{32}", "adobe@200"},
      {".*qwerty", "qwerty@*"},
      // A rare literal late beats a common one early, not at any distance.
      {"key.{0,9}Zq7_X", "Zq7_X@39"},
      {"keys.*zq", "keys@0"},
      // Each branch has its own.
      {"abcd[0-9]+|[0-9]{3}wxyz", "abcd@0 wxyz@3"},
      {"abcd|", ""},
      {"(?:abcd)?", ""},
      {"(?:abcd)*x", ""},
      {"(?:abcd\\d)+", "abcd@0"},
      {"(?:x|abcd)", ""},
      {"ab", ""},
      {"ab[^a]", ""},
      // A literal that contains another one is not searched for.
      {"abcd|xabcdy|abcdz", "abcd@1"},
      {"(?i:abcd)|ABCDE", "abcd~@0"},
      // Beyond sixteen: common beginnings, if these are rare enough.
      {"qzj7(?:A1|B2|C3|D4|E5|F6|G7|H8|I9|J1|K2|L3|M4|N5|O6|P7|Q8|R9)",
       "qzj7@0"},
      {"(?:abcA|abcB|abcC|abcD|abcE|abcF|abcG|abcH|abcI|abcJ|abcK|abcL|abcM|"
       "abcN|abcO|abcP|abcQ)",
       "abcA@0 abcB@0 abcC@0 abcD@0 abcE@0 abcF@0 abcG@0 abcH@0 abcI@0 "
       "abcJ@0 abcK@0 abcL@0 abcM@0 abcN@0 abcO@0 abcP@0 abcQ@0"},
      {R"(\x61\142\Qc.\E\.)", "abc..@0"},
      {R"((?:^|[^a-z])tok_[a-f0-9]{8})", "tok_@4"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.regex);
    CHECK(anchors_of(row.regex) == row.expected);
  }
}

TEST_CASE("regex_shape: many anchors where there are no few") {
  CHECK(regex_shape("ab[0-9a-z]").anchors.size() == 36);
  CHECK(regex_shape(R"(hvs\.\w{9}|s\.(?i:[a-z0-9]{24}))").anchors.size() == 37);
  CHECK(regex_shape("abcd[0-9a-z]").anchors.size() == 1);
  CHECK(regex_shape("[0-9a-z]{3}").anchors.empty());
}

TEST_CASE("regex_shape: long literals keep a long anchor") {
  const std::string regex(1000, 'q');
  const RegexShape shape = regex_shape(regex);
  CHECK(shape.min_width == 1000);
  REQUIRE(shape.anchors.size() == 1);
  CHECK(shape.anchors[0].text.size() == 64);
  const RegexShape repeated = regex_shape("(?:abcdefgh){100}");
  CHECK(repeated.max_width == 800);
  REQUIRE(repeated.anchors.size() == 1);
  CHECK(repeated.anchors[0].text.size() == 64);
  CHECK(repeated.anchors[0].max_lead == 0);
}

TEST_CASE("regex_shape: limits hold for patterns that multiply") {
  std::string regex;
  for (int i = 0; i < 2000; ++i) regex += "(?:aa|bb|cc)[xy]?";
  CHECK(widths_of(regex) == "4000 6000");
  std::string branches = "zzz";
  for (int i = 0; i < 20000; ++i) branches += fmt::format("|w{:05}", i);
  CHECK(widths_of(branches) == "3 6");
}

TEST_CASE("regex_shape: any bytes are taken") {
  std::mt19937 random(test::seed(20240611));
  const std::string_view pieces[] = {
      "a", "(",    ")",        "[",  "]",    "{",   "}",   "?",
      "*", "+",    "|",        "\\", "^",    "$",   "-",   ",",
      "1", "1000", "?:",       "?i", "\\Q",  "\\E", "\\p", "[:alpha:]",
      ":", "\xff", "\xc3\xa9", "k",  "\\x{", "abc", "?P<", ">"};
  for (int i = 0; i < 20000; ++i) {
    std::string regex;
    const auto length = random() % 24;
    for (unsigned n = 0; n < length; ++n) {
      regex += pieces[random() % std::size(pieces)];
    }
    const RegexShape shape = regex_shape(regex);
    REQUIRE(shape.min_width <= shape.max_width);
    REQUIRE(least_width(regex) == shape.min_width);
    REQUIRE(shape.anchors.size() <= 64);
    for (const ShapeAnchor& anchor : shape.anchors) {
      REQUIRE(anchor.text.size() >= kMinAnchor);
    }
  }
}

}  // namespace sluice::shape_test
