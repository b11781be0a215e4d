#include "match/pattern.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "support/load.h"

namespace sluice::pattern_test {

// (a0)?(a1)?...: `count` groups.
std::string many_groups(std::uint32_t count) {
  std::string regex;
  for (std::uint32_t i = 1; i <= count; ++i)
    regex += "(<" + std::to_string(i) + ">)?";
  return regex + ";";
}

TEST_CASE("pattern: any group that there is can be the secret") {
  for (const std::uint32_t count : {1U, 15U, 16U, 17U, 40U}) {
    CAPTURE(count);
    const std::string regex = many_groups(count);
    CHECK(pattern_error(regex, count).empty());
    CHECK(pattern_error(regex, count + 1) ==
          "there is no group " + std::to_string(count + 1) +
              "; the pattern has " + std::to_string(count));
    const Pattern pattern(regex);
    const std::string last = "<" + std::to_string(count) + ">";
    const std::string text = last + ";";
    Pattern::Match match{};
    for (const std::uint32_t group : {0U, count}) {
      REQUIRE(pattern.find(text, 0, text.size(), Pattern::Start::kHere, group,
                           &match));
      CHECK(match.end == text.size());
      CHECK(match.secret_begin == 0);
      CHECK(match.secret_end == last.size());
    }
    // One that took no part leaves the whole match.
    REQUIRE(pattern.find(";", 0, 1, Pattern::Start::kHere, count, &match));
    CHECK(match.secret_end == 1);
    if (count == 1) continue;
    REQUIRE(
        pattern.find(text, 0, text.size(), Pattern::Start::kHere, 1, &match));
    CHECK(match.secret_end == text.size());
  }
}

// pattern_error() was not called. A failure must not look as if nothing was
// found.
TEST_CASE("pattern: one that cannot be compiled names its rule") {
  const RuleSet rules = rules_from(
      "[[rules]]\nid = 'good'\nregex = 'a'\n"
      "[[rules]]\nid = 'broken'\nregex = 'abc('\n");
  const Pattern owned(rules.rules()[1].regex, Pattern::Owner{&rules, 1});
  CHECK_THROWS_WITH(owned.found_in("abc"),
                    "test.toml:4: rule `broken`: bad pattern `abc(`: missing "
                    "): abc(");
  // It throws again for the next caller.
  CHECK_THROWS(owned.found_in("abc"));
  const Pattern alone("x)");
  CHECK_THROWS_WITH(alone.found_in("x"), "bad pattern `x)`: unexpected ): x)");
}

TEST_CASE("pattern: of a rule with names instead of an expression") {
  const RuleSet rules = rules_from(
      "[[rules]]\nid = 'n'\nassignment = 'quoted'\nkeywords = ['passw']\n");
  const Pattern pattern(rules.rules()[0], Pattern::Owner{&rules, 0});
  const std::string_view text = "x {passwd, \"abcd\"}, password = 'efgh'";
  Pattern::Match match;
  REQUIRE(
      pattern.find(text, 0, text.size(), Pattern::Start::kAnywhere, 0, &match));
  CHECK(match.begin == 3);
  CHECK(text.substr(match.secret_begin, 4) == "abcd");
  CHECK(pattern.find(text, 3, text.size(), Pattern::Start::kHere, 0, &match));
  CHECK_FALSE(
      pattern.find(text, 4, text.size(), Pattern::Start::kHere, 0, &match));
  Pattern::Span span{};
  REQUIRE(pattern.find(text, 4, text.size(), Pattern::Start::kAnywhere, &span));
  CHECK(text.substr(span.begin, span.end - span.begin) == "password = 'efgh'");
  CHECK(pattern.found_in(text));
  CHECK_FALSE(pattern.found_in(text.substr(0, 12)));
  // The match by itself, without what made it one.
  std::vector<std::string_view> groups;
  REQUIRE(pattern.groups(text.substr(3, 14), &groups));
  REQUIRE(groups.size() == 2);
  CHECK(groups[0] == "passwd, \"abcd\"");
  CHECK(groups[1] == "abcd");
  CHECK(groups[1].data() == text.data() + 12);
}

TEST_CASE("patterns: what patterns come to together") {
  std::uint64_t room = 1000;
  CHECK(pattern_error_within("abc", 0, &room).empty());
  const std::uint64_t left = room;
  CHECK(left < 1000);
  CHECK(pattern_error_within("[a-z]{300}", 0, &room) ==
        "with it the patterns are too large together");
  CHECK(room == left);
  CHECK_FALSE(pattern_error_within("(", 0, &room).empty());
}

TEST_CASE("patterns: an error is one line, whatever it quotes") {
  const std::string why = pattern_error("a[\nb");
  CHECK_FALSE(why.empty());
  CHECK(why.find('\n') == std::string::npos);
}

TEST_CASE("patterns: a repetition of too many digits is text, as in RE2") {
  for (const char* regex : {"a{0,1204444444}?c", "a{1000000000}c"}) {
    CAPTURE(regex);
    REQUIRE(pattern_error(regex).empty());
    const Pattern pattern(regex);
    Pattern::Span span{};
    CHECK_FALSE(pattern.find("aac", 0, 3, Pattern::Start::kAnywhere, &span));
  }
  CHECK_FALSE(pattern_error("a{0,120444444}c").empty());
}

}  // namespace sluice::pattern_test
