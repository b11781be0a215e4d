#include "rulecheck/match_text.h"

#include <doctest/doctest.h>

#include "regex/width.h"

namespace sluice::secret_width_test {

TEST_CASE("secret width: that of its group") {
  CHECK(max_secret_width("zz_([a-z]{8})", 0) == 8);
  CHECK(max_secret_width("(?i)zz_([a-z]{8})", 0) == 24);  // the Kelvin sign
  CHECK(max_secret_width("zz_([0-9]{8})", 0) == 8);
  CHECK(max_secret_width("zz_([0-9]{8})", 1) == 8);
  CHECK(max_secret_width("a[(]b(?:c|d)(?P<x>[]()0]{3})", 0) == 3);
  CHECK(max_secret_width("([0-9]{4})-([0-9]{2})", 2) == 2);
  CHECK(max_secret_width("(([0-9]){4})", 2) == 1);
  CHECK(max_secret_width("\\(([0-9]{3})\\)", 0) == 3);
  CHECK(max_secret_width("[[:digit:])]([0-9]{3})", 0) == 3);
}

TEST_CASE("secret width: that of the match where a group may be left out") {
  CHECK(max_secret_width("12345", 0) == 5);
  CHECK(max_secret_width("1234([0-9])?", 0) == 5);
  CHECK(max_secret_width("1234|5([0-9])", 0) == 4);
  CHECK(max_secret_width("1234(?:([0-9])|5)", 0) == 5);
  CHECK(max_secret_width("1234([0-9])", 7) == 5);
  CHECK(max_secret_width("\\Q(\\E123([0-9])", 0) == 5);
  CHECK(max_secret_width("1234([0-9]+)", 0) == kUnboundedWidth);
}

}  // namespace sluice::secret_width_test
