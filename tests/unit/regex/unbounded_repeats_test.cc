#include "regex/unbounded_repeats.h"

#include <doctest/doctest.h>
#include <re2/re2.h>

#include <array>
#include <string>
#include <vector>

#include "groups.h"
#include "support/effort.h"

namespace sluice::unbounded_repeats_test {

class Source : public Choices {
 public:
  using Choices::Choices;

  std::string pattern() {
    std::string made;
    for (std::size_t n = 1 + below(4); n > 0; --n) {
      std::string piece = one_of<9>({"[ab]", "[^a]", "a", "\\w", "\\.", ".",
                                     "[]b]", "[[:alpha:].]", "[()*{}b]"});
      piece += one_of<9>({"", "{0,64}", "{2,20}", "{64,90}", "{0,100}?",
                          "{3,30}?", "*", "?", "{1,2}"});
      switch (below(6)) {
        case 0:
          piece = "(" + piece + ")";
          break;
        case 1:
          piece =
              "(?:" + piece +
              one_of<9>({"|b)", ")?", "b)*", "b){0,3}", "|b){2,4}?", "b){2,40}",
                         "|ab){0,33}?", "|(b)a){1,33}", "\\b|b.){1,32}"});
          break;
        case 2:
          piece = "(" + piece + "|" + one_of<2>({"a.", "b{2,66}"}) + ")";
          break;
        default:
          break;
      }
      made += piece;
    }
    return made + one_of<4>({"", "\\b", "$", "(?:[^b]|$)"});
  }

  // Runs of about the bounds' lengths.
  std::string text() {
    std::string made;
    for (std::size_t n = 1 + below(5); n > 0; --n) {
      const std::string piece = one_of<7>({"a", "b", "ab", ".", "]", " ", "A"});
      for (std::size_t i = below(4) == 0 ? 55 + below(60) : below(9); i > 0;
           --i)
        made += piece;
    }
    return made;
  }
};

// Whether the groups of `counting` show that the match at `begin` keeps the
// bounds.
bool are_within_bounds(const UnboundedRepeats& unbounded,
                       const std::string& text, std::size_t begin) {
  if (unbounded.bounds.empty()) return false;
  const RE2 counting(unbounded.counting);
  REQUIRE(counting.ok());
  REQUIRE(counting.NumberOfCapturingGroups() ==
          static_cast<int>(unbounded.bounds.size()));
  const Groups groups =
      match(counting, text, begin, text.size(), RE2::ANCHOR_START);
  REQUIRE(!groups.empty());
  if (groups[0].second > unbounded.counting_faithful) return false;
  for (std::size_t i = 0; i < unbounded.bounds.size(); ++i)
    if (groups[i + 1].second > unbounded.bounds[i]) return false;
  return true;
}

TEST_CASE("unbounded: what it says of short matches and of none is true") {
  Source source(test::seed(11));
  int relaxed_patterns = 0;
  int faithful = 0;
  int longer = 0;
  int counted = 0;
  int none = 0;
  for (int round = 0; round < test::times(1500, 30'000); ++round) {
    const std::string regex = source.pattern();
    const UnboundedRepeats unbounded = with_unbounded_repeats(regex);
    if (unbounded.faithful == 0) {
      CHECK(unbounded.regex == regex);
      continue;
    }
    ++relaxed_patterns;
    const RE2 whole(regex);
    const RE2 less(unbounded.regex);
    if (!whole.ok()) continue;  // RE2 refuses a thousand copies
    REQUIRE(less.ok());
    for (int texts = 0; texts < 6; ++texts) {
      const std::string text = source.text();
      const std::size_t from = source.below(text.size() + 1);
      const RE2::Anchor anchor =
          source.below(2) == 0 ? RE2::UNANCHORED : RE2::ANCHOR_START;
      const Groups truth = match(whole, text, from, text.size(), anchor);
      const Groups said = match(less, text, from, text.size(), anchor);
      CAPTURE(regex);
      CAPTURE(text);
      if (said.empty()) {
        ++none;
        REQUIRE(truth.empty());
      } else if (said[0].second <= unbounded.faithful) {
        ++faithful;
        REQUIRE(said == truth);
      } else {
        ++longer;
        if (!truth.empty()) REQUIRE(truth[0].first >= said[0].first);
        if (are_within_bounds(unbounded, text,
                              static_cast<std::size_t>(said[0].first))) {
          ++counted;
          REQUIRE(said == truth);
        }
      }
    }
  }
  CHECK(relaxed_patterns > 1000);
  CHECK(faithful > 1000);
  CHECK(longer > 300);
  CHECK(counted > 100);
  CHECK(none > 300);
}

TEST_CASE("unbounded: which repetitions lose their bound") {
  const auto regex = [](std::string_view pattern) {
    return with_unbounded_repeats(pattern).regex;
  };
  CHECK(regex("[a-z]{16,512}x") == "[a-z]{16,}x");
  CHECK(with_unbounded_repeats("[a-z]{16,512}\\w{0,100}xyz").faithful ==
        100 + 16 + 3);
  CHECK(regex("[\\]{2,99}]{1,64}?") == "[\\]{2,99}]{1,}?");
  CHECK(regex("[^]a]{1,64}") == "[^]a]{1,}");
  // A bound of none is kept within a repeated group that may be empty, and
  // nowhere else.
  CHECK(regex("[a-z]{0,64}(?:a?|(b{0,64}\\)))*c{0,64}") ==
        "[a-z]{0,}(?:a?|(b{0,64}\\)))*c{0,}");
  CHECK(regex("a{0,64}[(){}]{5,9}") == "a{0,}[(){}]{5,9}");
  CHECK(regex("(?:\"a{0,64}\",){0,4}x") == "(?:\"a{0,}\",){0,4}x");
  CHECK(with_unbounded_repeats("(?:b?a{0,64}){0,4}x").faithful == 0);
  // Only characters that no group repeats are counted.
  CHECK(with_unbounded_repeats("(?P<x>a{0,64}?)([bc]{1,20})(?:d{2,40}e)*")
            .counting == "(?:(a{0,}?))(?:([bc]{1,}))(?:d{2,}e)*");
  CHECK(with_unbounded_repeats("(?i)a{0,64}(?:bc){1,64}").counting_faithful ==
        63 + 2);
  // A group, if each of its turns takes a byte.
  CHECK(regex("\"((?:\\\\.|[^\"]){3,250})\"") == "\"((?:\\\\.|[^\"]){3,})\"");
  CHECK(with_unbounded_repeats("(?:ab){1,99}c").faithful == 98 + 2 + 1);
  for (const char* kept :
       {"[a-z]{1,15}", "[a-z]{64}", "[a-z]{64,}", "[a-z]{64,64}",
        "(?:a?){1,99}", "\\Qa{1,99}\\E", "[a{1,99}]", "\\b{1,99}",
        "(?:a{0,99})*", "\\{1,99}", "\\x{1,99}", "a{,99}", "a{1,99", "a{01,99}",
        "a{1,099}"})
    CHECK(with_unbounded_repeats(kept).faithful == 0);
}

}  // namespace sluice::unbounded_repeats_test
