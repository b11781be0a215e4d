#include "judge/line_pattern.h"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <string_view>

#include "judge/allow/directive.h"
#include "match/pattern.h"
#include "support/effort.h"
#include "text/searched.h"

namespace sluice::line_pattern_test {

// A long line of parts among which one of `rare` stands once in a while.
std::string line_of(std::mt19937& random, std::string_view common,
                    std::string_view rare, std::size_t size) {
  std::string line;
  while (line.size() < size)
    line += random() % 97 == 0 ? rare : common.substr(random() % 3);
  return line;
}

TEST_CASE("line pattern: what is remembered changes no answer") {
  constexpr std::string_view kCommon = "\"password\": ";
  constexpr std::string_view kRare = "xNULLx NULL \"b\"";
  std::mt19937 random(test::seed(7));
  for (const std::string_view regex : {"NULL",
                                       R"(["'], ?NULL\b)",
                                       R"(\bNULL)",
                                       R"(NULL\b)",
                                       "NULL$",
                                       "^NULL",
                                       R"(\BNULL)",
                                       R"(LL\B)",
                                       R"(^password)",
                                       R"(word$)",
                                       R"(: "pass$)",
                                       R"((?:\w+": "){3}xN)",
                                       R"(\$\{)",
                                       R"([^\n]* "b)",
                                       "^ \"pas",
                                       R"(\s*(?:\\|$))",
                                       R"(^[^N]*$)",
                                       R"(^\Qpass)",
                                       R"(w(?:x|$))",
                                       R"((?i)ORD|pas\z)",
                                       R"re((?m)"pas$|^sw)re",
                                       R"(pas.{0,3}$|NULLx)"}) {
    CAPTURE(regex);
    const LinePattern pattern(regex);
    const Pattern plain(regex);
    std::size_t found = 0;
    for (int round = 0; round < test::times(6, 60); ++round) {
      const std::string text = line_of(random, kCommon, kRare, 60'000);
      LineSearched searched;
      for (std::size_t at = 0; at + 3000 < text.size();
           at += random() % 400 == 0 ? 5000 : random() % 60) {
        const std::size_t end = at + 1500 + random() % 700;
        const bool expected =
            plain.found_in(std::string_view(text).substr(at, end - at));
        REQUIRE(pattern.found_in(text, at, end, &searched) == expected);
        found += expected ? 1U : 0U;
      }
    }
    if (regex.find("NULL") != regex.npos && regex.front() == 'N')
      CHECK(found > 10);
  }
}

TEST_CASE("directives: what is remembered changes no answer") {
  std::mt19937 random(test::seed(8));
  std::size_t allowed = 0;
  for (const std::string_view rare :
       {"# sluice:allow ", "ggignore ", "x\n// secretlint-disable-next-line\n",
        "\npragma: allowlist nextline secret\n", " gitleaks:allow\n"}) {
    const std::string text =
        line_of(random, "password = ' sluice: ", rare, 60'000);
    Searched searched;
    for (std::size_t at = 0; at + 8 < text.size(); at += random() % 40) {
      const bool expected = allowance(text, at, at + 8, "a-rule").allowed;
      REQUIRE(allowance(text, at, at + 8, "a-rule", &searched).allowed ==
              expected);
      allowed += expected ? 1U : 0U;
    }
  }
  CHECK(allowed > 100);
}

}  // namespace sluice::line_pattern_test
