#include "regex/required_run.h"

#include <doctest/doctest.h>
#include <re2/re2.h>

#include <array>
#include <random>
#include <string>
#include <string_view>

#include "support/effort.h"

namespace sluice::required_run_test {

bool may_match(std::string_view regex, std::string_view text) {
  return RequiredRun(regex).may_match(text);
}

TEST_CASE("required_run: as many in a row as every match holds") {
  const std::string_view numbers = R"((?i)\b(\d{15,16}[|%][0-9a-z_-]{27,40}))";
  CHECK_FALSE(may_match(numbers, "facebook 12345678901234 1234567890123"));
  CHECK(may_match(numbers, "x123456789012345"));
  CHECK(may_match(numbers, "123456789012345"));
  const std::string_view hex =
      "(?i)\\b(x_(?:[a-f0-9]{16}|local)_[a-f0-9]{20}|[a-f0-9]{20})\\b";
  CHECK_FALSE(may_match(hex, "0123456789ABCDEF012.0123456789abcdef012"));
  CHECK(may_match(hex, "..0123456789ABCDEF0123"));
}

TEST_CASE("required_run: where nothing is known any text may match") {
  for (const std::string_view regex : {"", "a*", "(?:a{20}|b?)", "(", "\\b"}) {
    CAPTURE(regex);
    CHECK(may_match(regex, ""));
    CHECK(may_match(regex, "text"));
  }
}

TEST_CASE("required_run: letters that fold beyond ASCII") {
  CHECK(may_match("(?i)[a-z]{4}", "ab\u017f."));
  CHECK(may_match("(?i)kkkk", "\u212aKk\u212a"));
  CHECK_FALSE(may_match("[a-z]{4}", "ab\u017f."));
  // Bytes that are not UTF-8 are searched as DEL.
  CHECK(may_match("[\\x70-\\x7f]{4}", "ppp\xff"));
}

TEST_CASE("required_run: no match without it, on random patterns") {
  std::mt19937 random(test::seed(1));
  const auto one_of = [&](const auto& choices) {
    return std::string(choices[random() % choices.size()]);
  };
  const auto kParts = std::to_array<std::string_view>(
      {"[ab]", "a", "\\d", "[^a]", ".", "\\w", "(?i:k)", "(?i:[a-s])", "ab",
       "(?:a|b1)", "(?:a{3}|\\d{2}b)", "\\b", "[1b]{2}", "\u00e9",
       "[\u00e9a]"});
  const auto kCounts = std::to_array<std::string_view>(
      {"", "", "{3}", "{2,5}", "*", "+", "?", "{0,2}", "{4,}?"});
  const auto kPieces = std::to_array<std::string_view>(
      {"a", "b", "1", "K", ".", "ab", "b1", "aaa", "11", "\u00e9", "\u017f",
       "\u212a", "aaaa", "bbbb"});
  int out = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string regex;
    for (std::size_t n = 1 + random() % 4; n > 0; --n) {
      const std::string part = "(?:" + one_of(kParts) + ")" + one_of(kCounts);
      regex +=
          random() % 4 == 0 ? "(?:" + part + "|" + one_of(kParts) + ")" : part;
    }
    RE2 re2(regex, RE2::Quiet);
    REQUIRE(re2.ok());
    const RequiredRun run(regex);
    for (int j = 0; j < 20; ++j) {
      std::string text;
      for (std::size_t n = random() % 12; n > 0; --n) text += one_of(kPieces);
      CAPTURE(regex);
      CAPTURE(text);
      if (run.may_match(text)) continue;
      ++out;
      CHECK_FALSE(RE2::PartialMatch(text, re2));
    }
  }
  CHECK(out > 1000);
}

}  // namespace sluice::required_run_test
