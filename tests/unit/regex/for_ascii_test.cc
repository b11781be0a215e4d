#include "regex/for_ascii.h"

#include <doctest/doctest.h>
#include <re2/re2.h>

#include <array>
#include <string>
#include <vector>

#include "groups.h"
#include "support/effort.h"

namespace sluice::for_ascii_test {

RE2::Options options_for(RE2::Options::Encoding encoding) {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_encoding(encoding);
  return options;
}

class Source : public Choices {
 public:
  using Choices::Choices;

  std::string pattern() {
    std::string made = one_of<3>({"", "(?i)", "(?s)"});
    for (std::size_t n = 1 + below(4); n > 0; --n) {
      std::string piece =
          one_of<18>({"[ak]", "[^a]", "k", "s", ".", "\\w", "\\W", "[\\x{AB}a]",
                      "[^\\x{2018}-\\x{201F}k]", "\xC3\xA9", "[^\xC3\xA9s]",
                      "\\S", "[a-\xC3\xBF]", "[\\x61-\\xB5]", "\\pL",
                      "[[:^alpha:]]", "\\x{6B}", "(?:\xE2\x80\x99|k)"});
      piece += one_of<7>({"", "{0,3}", "{2,4}", "*", "?", "+?", "{1,2}?"});
      if (below(3) == 0) piece = "(" + piece + ")";
      if (below(4) == 0) piece = "(?:" + piece + "|(as?))";
      made += piece;
    }
    return made + one_of<4>({"", "\\b", "$", "(?:[^k]|$)"});
  }

  std::string ascii(std::size_t size) {
    std::string made;
    while (made.size() < size)
      made += one_of<12>(
          {"a", "k", "s", "K", "S", ".", "-", " ", "\n", "b", "'", "9"});
    return made;
  }
};

// Compares the two programs in `text`, whose bytes [from, to) are ASCII.
void compare(const RE2& whole, const RE2& fewer, const std::string& text,
             std::size_t from, std::size_t to) {
  for (const RE2::Anchor anchor : {RE2::UNANCHORED, RE2::ANCHOR_START})
    for (std::size_t at = from; at <= to; at += 1 + (to - from) / 7)
      CHECK(match(whole, text, at, to, anchor) ==
            match(fewer, text, at, to, anchor));
}

TEST_CASE("for ascii: the same matches in texts of ASCII") {
  Source source(test::seed(5));
  int made = 0;
  const int patterns = test::times(500, 12'000);
  for (int i = 0; i < patterns; ++i) {
    const std::string regex = source.pattern();
    CAPTURE(regex);
    const RE2 whole(regex, options_for(RE2::Options::EncodingUTF8));
    REQUIRE(whole.ok());
    const auto fewer_regex = for_ascii(regex);
    if (!fewer_regex) continue;
    CAPTURE(*fewer_regex);
    const RE2 fewer(*fewer_regex, options_for(RE2::Options::EncodingLatin1));
    REQUIRE(fewer.ok());
    ++made;
    for (int j = 0; j < 6; ++j) {
      // Bytes beside the searched ones may be any.
      const std::string beside =
          source.one_of<4>({"", "\xC3\xA9", "\xFF", "k"});
      const std::string text =
          beside + source.ascii(1 + source.below(30)) + beside;
      CAPTURE(text);
      compare(whole, fewer, text, beside.size(), text.size() - beside.size());
    }
  }
  CHECK(made > patterns * 3 / 4);
}

TEST_CASE("for ascii: letters that are a case of an ASCII one") {
  for (const char* regex :
       {"(?i)\xC5\xBF", "(?i)[\\x{212A}]", "(?i)[\\x{100}-\\x{200}]",
        "(?i)[^\\x{80}-\\x{10FFFF}]", "(?i)[!-\\x{FFFF}]", "\\Qa\xC3\xA9\\E"})
    CHECK_FALSE(for_ascii(regex).has_value());
  CHECK(for_ascii("a[\\x{AB}-\\x{BB}]\xC3\xA9?") == "a[\\x80-\\x80]\\x80?");
  CHECK(for_ascii("\\.\\x2E\\x{2E}\\d") == "\\.\\x2E\\x{2E}\\d");
}

}  // namespace sluice::for_ascii_test
