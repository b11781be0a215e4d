#include "regex/pattern_bounds.h"

#include <doctest/doctest.h>

#include <string>

#include "match/pattern.h"

namespace sluice::pattern_bounds_test {

std::string repeated(std::string_view text, std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

std::string nested(std::size_t depth, const std::string& inside = "a") {
  return repeated("(", depth) + inside + repeated(")", depth);
}

TEST_CASE("pattern bounds: length and depth") {
  CHECK(bounds_error("").empty());
  CHECK(bounds_error(std::string(kMaxPatternBytes, 'a')).empty());
  CHECK(bounds_error(std::string(kMaxPatternBytes + 1, 'a')) ==
        "it is longer than 262144 bytes");
  CHECK(bounds_error(nested(kMaxPatternDepth)).empty());
  CHECK(bounds_error(nested(kMaxPatternDepth + 1)) ==
        "its groups nest deeper than 1000");
  // Open ones count as well, and ones beside each other do not.
  CHECK_FALSE(bounds_error(repeated("(?:", kMaxPatternDepth + 1)).empty());
  CHECK(bounds_error(repeated("(a)", 5000)).empty());
  CHECK(bounds_error(repeated(")(", 5000)).empty());
}

TEST_CASE("pattern bounds: a parenthesis that is a text") {
  const std::size_t many = kMaxPatternDepth + 1;
  for (const std::string& text :
       {repeated("\\(", many), "[" + repeated("(", many) + "]",
        "[]" + repeated("(", many) + "]", "[^]" + repeated("(", many) + "]",
        "[[:alpha:]" + repeated("(", many) + "]",
        "[\\]" + repeated("(", many) + "]", "\\Q" + repeated("(", many) + "\\E",
        "\\Q" + repeated("(", many)}) {
    CAPTURE(text.substr(0, 20));
    CHECK(bounds_error(text).empty());
    CHECK(pattern_error(text).empty());
  }
  // Behind these it is none any more.
  for (const std::string& text :
       {"\\\\" + nested(many), "[(]" + nested(many), "\\Q(\\E" + nested(many),
        "[[:digit:]]" + nested(many), "[\\\\]" + nested(many)}) {
    CAPTURE(text.substr(0, 20));
    CHECK_FALSE(bounds_error(text).empty());
    CHECK_FALSE(pattern_error(text).empty());
  }
}

TEST_CASE("pattern bounds: malformed ones are passed over") {
  for (const char* text : {"\\", "[", "[^", "[[:", "[a", "\\Q", "[\\", "[]"}) {
    CAPTURE(text);
    CHECK(bounds_error(text).empty());
  }
}

}  // namespace sluice::pattern_bounds_test
