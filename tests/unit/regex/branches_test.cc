#include "regex/branches.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "match/pattern.h"
#include "support/effort.h"

namespace sluice::branches_test {

std::vector<std::string> sorted_branches(std::string_view regex,
                                         std::size_t most = 100) {
  std::vector<std::string> branches = regex_branches(regex, most);
  std::ranges::sort(branches);
  return branches;
}

using Branches = std::vector<std::string>;

// A pattern of every construct that the outline has to read.
std::string random_regex(std::mt19937& random, int depth) {
  constexpr std::string_view kAtoms[] = {
      "a",   "b",       "ab",  "[ab|]", "[]|(a]",   "[^)$]",
      "\\|", "\\(",     "\\$", "\\)",   "$",        "[[:alpha:]|]",
      "",    "\\x{61}", ".",   "(?i)B", "[a\\]|b]", "\\ba"};
  constexpr std::string_view kOpen[] = {
      "(", "(?:", "(?i:", "(?P<n>", "(?i)(", "(?:(?i)"};
  constexpr std::string_view kAfter[] = {")", ")", ")", ")*", ")?", "){2}"};
  std::string regex;
  for (auto n = 1 + random() % 3; n > 0; --n) {
    if (depth > 0 && random() % 2 == 0) {
      std::string open(kOpen[random() % std::size(kOpen)]);
      if (open == "(?P<n>") open = "(?P<n" + std::to_string(random()) + ">";
      regex += open;
      regex += random_regex(random, depth - 1);
      regex += kAfter[random() % std::size(kAfter)];
    } else {
      regex += kAtoms[random() % std::size(kAtoms)];
    }
    if (random() % 3 == 0) regex += '|';
  }
  return regex;
}

TEST_CASE("branches: alternatives are opened from the outside inwards") {
  CHECK(sorted_branches("ab") == Branches{"ab"});
  CHECK(sorted_branches("a|b") == Branches{"a", "b"});
  CHECK(sorted_branches("x(?:a|b(c|d))y") ==
        Branches{"x(?:a)y", "x(?:b(c))y", "x(?:b(d))y"});
}

TEST_CASE("branches: flags in front hold for each, elsewhere keep it whole") {
  CHECK(sorted_branches("(?i)a|b") == Branches{"(?i)a", "(?i)b"});
  CHECK(sorted_branches("a(?i)b|c") == Branches{"a(?i)b|c"});
  CHECK(sorted_branches("(?i:a|b)|c") == Branches{"(?i:a)", "(?i:b)", "c"});
}

TEST_CASE("branches: what is repeated stays whole") {
  for (const char* regex : {"(?:a|b)*", "(?:x(?:a|b))+", "(?:a|b)?", "(a|b){2}",
                            "[a|b]", "\\Qa|b\\E", "a\\|b"})
    CHECK(sorted_branches(regex) == Branches{regex});
}

TEST_CASE("branches: no more than asked for") {
  std::string regex;
  for (int i = 0; i < 20; ++i) regex += "(?:a|b)";
  CHECK(regex_branches(regex, 50).size() <= 50);
  CHECK(regex_branches(regex, 50).size() > 10);
}

TEST_CASE("branches: together they match what the pattern matches") {
  std::mt19937 random(test::seed(11));
  int opened = 0;
  for (int round = 0; round < test::times(1000, 40'000); ++round) {
    const std::string regex = random_regex(random, 2);
    if (!pattern_error(regex).empty()) continue;
    const std::vector<std::string> branches = regex_branches(regex, 64);
    opened += branches.size() > 1;
    const Pattern whole(regex);
    for (const std::string text :
         {"", "a", "b", "ab", "aB", "ba", "|", "a|", "(a", "$", "a)b", "BB",
          "aab", "abab", "x"}) {
      bool any = false;
      for (const std::string& branch : branches) {
        REQUIRE(pattern_error(branch) == "");
        any = any || Pattern(branch).found_in(text);
      }
      CAPTURE(regex);
      CAPTURE(text);
      REQUIRE(any == whole.found_in(text));
    }
  }
  CHECK(opened > 500);
}

TEST_CASE("marks: stand for each ^ and $ that is an end of the text") {
  CHECK(with_marks("^a$|[^b]\\^(?:^|/)c", '<', '>') == "<a>|[^b]\\^(?:<|/)c");
  for (const char* regex : {"(?m)^a", "\\Q^a\\E^", "^a)"})
    CHECK(with_marks(regex, '<', '>') == regex);
}

TEST_CASE("end mark: stands for each $ that is the end of the text") {
  CHECK(with_end_mark("a$|[$]b\\$(c$)", '!') == "a!|[$]b\\$(c!)");
  CHECK(with_end_mark("[^]$]$", '!') == "[^]$]!");
  for (const char* regex : {"(?m)a$", "(?im:a$)", "\\Qa$\\E$", "a$)"})
    CHECK(with_end_mark(regex, '!') == regex);
}

}  // namespace sluice::branches_test
