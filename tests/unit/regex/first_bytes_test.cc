#include "regex/first_bytes.h"

#include <doctest/doctest.h>
#include <re2/re2.h>

#include <bitset>
#include <cstddef>
#include <string>
#include <string_view>

#include "support/effort.h"
#include "support/pattern_generator.h"

namespace sluice::first_bytes_test {

// The ASCII bytes among them.
std::string ascii_of(std::string_view regex) {
  const std::bitset<256> first = first_bytes(regex);
  std::string bytes;
  for (std::size_t byte = 0; byte < 0x80; ++byte)
    if (first[byte]) bytes += static_cast<char>(byte);
  return bytes;
}

TEST_CASE("first bytes: of literals, classes and what may be left out") {
  CHECK(ascii_of("[?&](?:amp;)?key=([a-z]{16,200})") == "&?");
  CHECK(ascii_of("(?i)token|[0-9]{2}x") == "0123456789Tt");
  CHECK(ascii_of("-?(?:ab|c)") == "-ac");
  CHECK(ascii_of("\\b(a{0,2}b+)") == "ab");
  CHECK(ascii_of("^x") == "x");
}

TEST_CASE("first bytes: all of them where a match may be empty or is unknown") {
  for (const std::string_view regex : {"", "a*", "(?:a|b?)", "(", "\\b", ".*x"})
    CHECK(first_bytes(regex)[0x01]);
  CHECK(first_bytes("a")[0xC3]);
}

TEST_CASE("first bytes: every match of RE2 begins with one") {
  PatternGenerator generator(test::seed(11));
  int matches = 0;
  int few = 0;
  for (int i = 0; i < test::times(800, 6000); ++i) {
    const auto pattern = generator.pattern();
    RE2::Options options;
    options.set_log_errors(false);
    const RE2 regex(pattern.regex, options);
    if (!regex.ok()) continue;
    const std::bitset<256> first = first_bytes(pattern.regex);
    few += first.count() < 200 ? 1 : 0;
    for (int n = 0; n < 8; ++n) {
      const std::string text = "=" + generator.fold(pattern.grow()) + "k1";
      for (std::size_t at = 0; at < text.size(); ++at) {
        re2::StringPiece match;
        if (!regex.Match(text, at, text.size(), RE2::ANCHOR_START, &match, 1))
          continue;
        ++matches;
        if (match.empty()) {
          CHECK(first.all());
          continue;
        }
        CAPTURE(pattern.regex);
        CHECK(first[static_cast<unsigned char>(match[0])]);
      }
    }
  }
  CHECK(matches > 10'000);
  CHECK(few > 500);
}

}  // namespace sluice::first_bytes_test
