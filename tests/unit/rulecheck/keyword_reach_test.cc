#include "rulecheck/match_text.h"

#include <doctest/doctest.h>
#include <re2/re2.h>

#include <random>
#include <string>
#include <vector>

#include "regex/shape.h"
#include "support/effort.h"
#include "text/ascii.h"

namespace sluice::keyword_reach_test {

class PatternMaker {
 public:
  explicit PatternMaker(unsigned seed) : random_(seed) {}

  std::string pattern(int depth) {
    switch (depth == 0 ? below(4) : below(8)) {
      case 0:
        return "a";
      case 1:
        return "B";
      case 2:
        return "[ab]";
      case 3:
        return below(2) == 0 ? "(?i:ab)" : "[^b]";
      case 4:
        return "(?:" + pattern(depth - 1) + ")" + count();
      case 5:
        return "(?:" + pattern(depth - 1) + "|" + pattern(depth - 1) + ")";
      default:
        return pattern(depth - 1) + pattern(depth - 1);
    }
  }

  std::string word() {
    std::string word;
    for (std::size_t left = 1 + below(3); left != 0; --left)
      word += "abB"[below(3)];
    return word;
  }

 private:
  std::size_t below(std::size_t bound) { return random_() % bound; }

  std::string count() {
    static constexpr const char* kCounts[] = {"*", "?", "+", "{2}", "{0,2}"};
    return kCounts[below(5)];
  }

  std::mt19937 random_;
};

constexpr std::size_t kLongest = 5;

// Every string of a, b, A and B of at most kLongest bytes.
std::vector<std::string> all_strings() {
  std::vector<std::string> strings = {""};
  for (std::size_t i = 0; i < strings.size(); ++i) {
    if (strings[i].size() == kLongest) break;
    for (const char c : {'a', 'b', 'A', 'B'}) strings.push_back(strings[i] + c);
  }
  return strings;
}

bool holds_caseless(const std::string& text, const std::string& word) {
  const auto lowered = [](std::string s) {
    for (char& c : s) c = lower(c);
    return s;
  };
  return lowered(text).find(lowered(word)) != std::string::npos;
}

// [^b] accepts bytes that no string here has, so the strings may lack a match
// that contains the word. The converse must hold for every pattern.
TEST_CASE("keyword reach: agrees with all short strings that RE2 matches") {
  const std::vector<std::string> strings = all_strings();
  PatternMaker maker(test::seed(20240611));
  std::size_t yes = 0;
  std::size_t no = 0;
  for (int round = 0; round < test::times(1500, 15'000); ++round) {
    const std::string pattern = maker.pattern(3);
    const std::string word = maker.word();
    const re2::RE2 re2(pattern);
    REQUIRE(re2.ok());
    bool held = false;
    for (const std::string& text : strings) {
      held = holds_caseless(text, word) && re2::RE2::FullMatch(text, re2);
      if (held) break;
    }
    const bool answer = may_hold(pattern, word);
    CAPTURE(pattern);
    CAPTURE(word);
    if (held) CHECK(answer);
    const bool exact = pattern.find('^') == std::string::npos &&
                       regex_shape(pattern).max_width <= kLongest;
    if (exact) CHECK(answer == held);
    ++(answer ? yes : no);
  }
  CHECK(yes > 300);
  CHECK(no > 300);
}

TEST_CASE("keyword reach: counts, classes and case") {
  CHECK(may_hold("w-[a-z]{5}", "acmes"));
  CHECK_FALSE(may_hold("w-[a-z]{5}", "acmesx"));
  CHECK_FALSE(may_hold("w-[0-9a-f]{32}", "acme"));
  CHECK(may_hold("w-[0-9a-f]{32}", "W-FACADE"));
  CHECK_FALSE(may_hold("x{1000}", "y"));
  CHECK(may_hold("x{1000}y{0,1000}", "xy"));
  // A character beyond ASCII may have four bytes.
  CHECK(may_hold("[^\"]{8}", std::string(9, 'k')));
  CHECK_FALSE(may_hold("[^\"]{8}", std::string(33, 'k')));
  CHECK(may_hold("\"[^\"]{8}\"", "ключ"));
  CHECK(may_hold("(?i)KEY", "key"));
}

TEST_CASE("keyword reach: beyond the analysis the answer is yes") {
  CHECK(may_hold("a(?=b)", "z"));
  CHECK(may_hold("a", std::string(61, 'z')));
  CHECK(may_hold("a", ""));
}

}  // namespace sluice::keyword_reach_test
