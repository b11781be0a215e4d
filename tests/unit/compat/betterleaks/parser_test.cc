#include <doctest/doctest.h>

#include <string>

#include "betterleaks/expr/program.h"

namespace sluice::expr::parser_test {

std::string error_of(std::string_view text, Use use = Use::kFinding) {
  const Result<Program> program = parse(text, use);
  return program ? "" : program.error().message;
}

TEST_CASE("an expression is true or false") {
  CHECK(error_of("true").empty());
  CHECK(error_of("1 < 2").empty());
  CHECK(error_of("1 + 2") == "1:3: it is int, and neither true nor false");
}

TEST_CASE("what is not known is named") {
  CHECK(error_of("x == 1") == "1:1: `x` is not known");
  CHECK(error_of("finding.foo == ''") == "1:9: `finding` has no `foo`");
  CHECK(error_of("foo(1)") == "1:1: `foo` is no function that is known here");
  CHECK(error_of("true\n  true") == "2:3: `true` is not expected here");
  CHECK(error_of("(true") == "1:6: `)` is expected");
  CHECK(error_of("") == "1:1: it ends too early");
}

TEST_CASE("types must fit") {
  CHECK(error_of("finding.secret > 1") == "1:16: `>` of string and int");
  CHECK(error_of("!1") == "1:1: `!` of int");
  CHECK(error_of("1 && true") == "1:3: `&&` of int and bool");
  CHECK(error_of("entropy(1) > 1") == "1:9: `entropy` takes string, not int");
  CHECK(error_of("entropy() > 1") == "1:1: `entropy` takes no 0 arguments");
  CHECK(error_of("'a' in [1]") == "1:5: `in` of string and list");
  CHECK(error_of("finding.secret['a'] == 1") ==
        "1:16: an index is an integer, not string");
  CHECK(error_of("1 ? true : false") ==
        "1:3: `?` asks for true or false, not int");
  CHECK(error_of("1 % 2.5 == 1") == "1:3: `%` of int and float");
  CHECK(error_of("1 % 0 == 1") == "1:3: a division by zero");
}

TEST_CASE("?? is not mixed with others without parentheses") {
  CHECK(error_of("attributes.x ?? 'a' == 'b'") ==
        "1:21: `==` and `??` need parentheses");
  CHECK(error_of("(attributes.x ?? 'a') == 'b'").empty());
  CHECK(error_of("'b' == attributes.x ?? 'a'").empty());
}

TEST_CASE("a let names a value, once") {
  CHECK(error_of("let a = 1; let b = a + 1; b == 2").empty());
  CHECK(error_of("let a = 1; let a = 2; true") == "1:16: `a` is taken already");
  CHECK(error_of("let len = 1; true") == "1:5: `len` is taken already");
  CHECK(error_of("(let a = 1; a == 1) && a == 1") == "1:24: `a` is not known");
}

TEST_CASE("patterns and words are written out") {
  const Result<Program> program = parse(
      "matchesAny(finding.secret, [`a+`, `b`]) || "
      "let w = ['X.', '']; containsAny(finding.secret, w)",
      Use::kFinding);
  // A let may only be at the beginning of an expression.
  CHECK(!program);
  const Result<Program> lets = parse(
      "let w = ['X.', '']; matchesAny(finding.secret, [`a+`, `b`]) || "
      "containsAny(finding.secret, w) || finding.line matches 'c'",
      Use::kFinding);
  REQUIRE(lets);
  REQUIRE(lets->patterns.size() == 3);
  CHECK(lets->patterns[0].regex == "(?:a+)|(?:b)");
  CHECK(lets->patterns[1].regex == "(?i:(?:X\\.))");
  CHECK(lets->patterns[2].regex == "c");
  CHECK(error_of("matchesAny(finding.secret, [finding.match])") ==
        "1:28: patterns must be written out, in a list");
}

TEST_CASE("a prefilter knows no finding") {
  CHECK(error_of("finding.secret == 'a'", Use::kFile) ==
        "1:1: a prefilter knows no `finding`");
  CHECK(error_of("attributes['path'] == 'a'", Use::kFile).empty());
}

TEST_CASE("the older spellings") {
  CHECK(error_of("filter.entropy(finding.secret) > 3").empty());
  CHECK(error_of("get(attributes, 'path', 'none') == 'none'").empty());
}

TEST_CASE("an expression is bounded") {
  CHECK(error_of(std::string(200, '(') + "true" + std::string(200, ')')) ==
        "1:101: more than 100 deep");
  std::string wide = "true";
  for (int i = 0; i < 6000; ++i) wide += "||true";
  CHECK(error_of(wide).ends_with("more than 10000 parts"));
  CHECK(error_of(std::string(kMaxText + 1, ' ')) ==
        "1:1: more than 262144 bytes");
}

}  // namespace sluice::expr::parser_test
