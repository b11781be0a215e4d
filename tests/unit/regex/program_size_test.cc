// RE2 is the oracle: with just the memory that a program of the bound's size
// takes, it must compile every pattern, and it must count the same groups.
#include "regex/program_size.h"

#include <doctest/doctest.h>
#include <re2/re2.h>

#include <array>
#include <random>
#include <string>

#include "match/pattern.h"
#include "support/effort.h"

namespace sluice::program_size_test {

RE2::Options quiet() {
  RE2::Options options;
  options.set_log_errors(false);
  return options;
}

// The memory that RE2 needs for so many instructions: a program takes two
// thirds of the memory, and a quarter of these at 8 bytes an instruction.
RE2::Options room_for(std::uint64_t instructions) {
  constexpr std::uint64_t kProgram = 2'000;
  RE2::Options options = quiet();
  options.set_max_mem(
      static_cast<std::int64_t>((instructions * 32 + kProgram) * 3 / 2));
  return options;
}

// A random pattern, valid or not.
std::string random_pattern(std::mt19937& random, int depth) {
  constexpr std::array<std::string_view, 46> kItems = {"a",
                                                       "k",
                                                       "s",
                                                       "_",
                                                       "\\.",
                                                       "\\d",
                                                       "\\W",
                                                       "\\S",
                                                       ".",
                                                       "\\pL",
                                                       "\\P{Greek}",
                                                       "\\p{^Lu}",
                                                       "é",
                                                       "\u212A",
                                                       "😀",
                                                       "[a-z]",
                                                       "[^a-z]",
                                                       "[]a]",
                                                       "[^]\\]k]",
                                                       "[[:alpha:]_]",
                                                       "[а-я]",
                                                       "[^é]",
                                                       "[\\x00-\\x{10FFFF}]",
                                                       "[\\pN-]",
                                                       "\\x{1F600}",
                                                       "\\x41",
                                                       "\\xE9",
                                                       "\\0",
                                                       "\\101",
                                                       "\\b",
                                                       "^",
                                                       "$",
                                                       "\\Qa(b{9}\\E",
                                                       "{",
                                                       "{a}",
                                                       "(?i)",
                                                       "(?s-i)",
                                                       "\\Qx",
                                                       "[[:^digit:]]",
                                                       "[(]",
                                                       "\\(",
                                                       "[k-s]",
                                                       "(?-i)",
                                                       "[\\w.-]",
                                                       "x{0}",
                                                       ""};
  constexpr std::array<std::string_view, 14> kCounts = {
      "*",  "+",     "?",     "{3}",   "{2,}",     "{0,7}", "{1,40}",
      "*?", "{2,}?", "{0,0}", "{20}?", "{1,1000}", "{,3}",  "{4,2}"};
  constexpr std::array<std::string_view, 5> kOpen = {
      "(", "(?:", "(?i:", "(?P<n", "(?s-m:"};
  const auto pick = [&](std::size_t most) {
    return std::uniform_int_distribution<std::size_t>(0, most - 1)(random);
  };
  std::string pattern;
  const std::size_t count = pick(5);
  for (std::size_t i = 0; i <= count; ++i) {
    if (depth > 0 && pick(3) == 0) {
      const std::string_view open = kOpen[pick(kOpen.size())];
      pattern += open;
      if (open.ends_with("<n"))
        pattern += std::to_string(random() % 100'000) + ">";
      pattern += random_pattern(random, depth - 1) + ")";
    } else {
      pattern += kItems[pick(kItems.size())];
    }
    if (pick(3) == 0) pattern += kCounts[pick(kCounts.size())];
    if (pick(6) == 0) pattern += "|";
  }
  return pattern;
}

void check_against_re2(const std::string& pattern) {
  CAPTURE(pattern);
  const ProgramSize size = program_size(pattern);
  const RE2 re(pattern, room_for(size.bound));
  REQUIRE(re.ok());
  REQUIRE(size.groups ==
          static_cast<std::uint32_t>(re.NumberOfCapturingGroups()));
}

TEST_CASE("program size: RE2 needs no more, and has the same groups") {
  std::mt19937 random(test::seed(7));
  int valid = 0;
  const int rounds = test::times(1500, 200'000);
  for (int round = 0; round < rounds; ++round) {
    const std::string pattern = random_pattern(random, 3);
    if (program_size(pattern).bound > 60'000) continue;
    if (!RE2(pattern, quiet()).ok()) continue;
    ++valid;
    check_against_re2(pattern);
  }
  CHECK(valid > rounds / 5);
}

TEST_CASE("program size: what is dear in RE2") {
  for (const char* pattern :
       {"", "(?i)\\pL{3}", "(?i)[\u0100-\uFFFF]{4}", "[^\u00E9]{100}",
        "(?i)k{1000}", "(?i)[\\x{370}-\\x{1E00}]{100}",
        "[\\x{E9}-\\x{10FFF0}]{100}", "\u212A{500}", ".{1000}", "[^a]{500}",
        "\\W{300}", "((((a|b)*)*)*)*", "(?i)(?:key|token|secret){0,99}",
        "(?:(?:ab){0,30}){30}", "(a(b(c)))|(d)", "\\((\\Q(\\E)[()](?P<x>y)"})
    check_against_re2(pattern);
}

TEST_CASE("program size: an ordinary rule is far below what RE2 has room for") {
  CHECK(program_size(
            R"((?i)[\w.-]{0,50}?(?:adafruit)(?:[ \t\w.-]{0,20})[\s'"]{0,3})"
            R"((?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5})"
            R"(([a-z0-9_-]{32})(?:[\x60'"\s;]|\\[nr]|$))")
            .bound < 50'000);
}

// The check for patterns that a user brings: parsing alone, or more.
TEST_CASE("pattern error: says what RE2 says") {
  std::mt19937 random(test::seed(11));
  int bad = 0;
  const auto check = [&](const std::string& pattern) {
    CAPTURE(pattern);
    RE2 re(pattern, quiet());
    RE2::Options more = quiet();
    more.set_max_mem(64 << 20);
    const bool large = re.error_code() == RE2::ErrorPatternTooLarge;
    const RE2 again(large ? pattern : "", more);
    const RE2& last = large ? again : re;
    REQUIRE(pattern_error(pattern) == last.error());
    bad += last.ok() ? 0 : 1;
  };
  const int rounds = test::times(500, 30'000);
  for (int round = 0; round < rounds; ++round) {
    const std::string pattern = random_pattern(random, 2);
    if (program_size(pattern).bound < 400'000) check(pattern);
  }
  CHECK(bad > rounds / 10);
  bad = 0;
  for (const char* pattern :
       {"(", "a)", "[z-a]", "a{1001}", "a**", "(?:a{1,100}){1,100}",
        "(?P<n>a)(?P<n>b", "\\8", "[[:nothing:]]", "\\pZz\\p{Nowhere}",
        "\\pL{1000}\\pL{1000}\\pL{1000}\\pL{1000}\\pL{1000}", "\xFF"})
    check(pattern);
  CHECK(bad == 12);
  bad = 0;
  // Beyond RE2's usual memory, and within what such a pattern gets.
  for (const char* pattern : {"\\pL{500}", "(?:\\p{Greek}.){500}"})
    check(pattern);
  CHECK(bad == 0);
}

}  // namespace sluice::program_size_test
