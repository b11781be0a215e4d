#include "betterleaks/tokens/token_ratio.h"

#include <doctest/doctest.h>

namespace sluice::token_ratio_test {

TEST_CASE("tokens are those of cl100k_base") {
  CHECK(token_count("") == 0);
  CHECK(token_count("hello world") == 2);
  CHECK(token_count("tiktoken is great!") == 6);
  CHECK(token_count("antidisestablishmentarianism") == 6);
  CHECK(token_count("2 + 2 = 4") == 7);
}

TEST_CASE("a short text's line ends do not count") {
  CHECK(token_ratio("") == 0);
  CHECK(token_ratio("hello") == 5);
  CHECK(token_ratio("hel\nlo\r") == 5);
}

TEST_CASE("words are found anywhere, in any case") {
  CHECK(holds_word("xyzBANANAq", 5));
  CHECK(holds_word("q7book9", 4));
  CHECK(!holds_word("q7book9", 5));
  CHECK(!holds_word("zq8Xk2Pv", 4));
}

TEST_CASE("what looks like language fails") {
  CHECK(fails_token_efficiency("xq7banana9"));
  CHECK(!fails_token_efficiency("zq8Xk2PvT1nW"));
  CHECK(!fails_token_efficiency(""));
}

}  // namespace sluice::token_ratio_test
