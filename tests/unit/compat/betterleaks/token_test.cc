#include "betterleaks/expr/token.h"

#include <doctest/doctest.h>

#include <string>

namespace sluice::expr::token_test {

std::string joined(std::string_view text) {
  const Result<std::vector<Token>> tokens = split(text);
  if (!tokens) return tokens.error().message;
  std::string all;
  for (const Token& token : *tokens) all += token.text + " ";
  return all;
}

TEST_CASE("an expression is split into words, signs and texts") {
  CHECK(joined("a&&b ||c??d ?.e") == "a && b || c ?? d ?. e  ");
  CHECK(joined("x[1:2]") == "x [ 1 : 2 ]  ");
  CHECK(joined("1..2") == "1 .. 2  ");
  CHECK(joined("1_000 0x1F .5 2.5e-3") == "1000 0x1F .5 2.5e-3  ");
}

TEST_CASE("comments and blanks are left out") {
  CHECK(joined("a // b\n + /* c\n */ d") == "a + d  ");
}

TEST_CASE("a text has escapes, or is as it stands") {
  CHECK(joined(R"("a\tb\"\x41\u00e9")") == "a\tb\"A\xC3\xA9  ");
  CHECK(joined("`a\\d`") == "a\\d  ");
  CHECK(joined("'it\\'s'") == "it's  ");
}

TEST_CASE("an error names the place") {
  CHECK(joined("a\n  \"b") == "2:3: the text is not closed");
  CHECK(joined("\"\\q\"") == "1:2: an escape that stands for nothing");
  CHECK(joined("a @ b") == "1:3: a character that begins nothing");
  CHECK(joined("/* a") == "1:1: the comment is not closed");
  CHECK(joined("1x") == "1:1: not a number");
}

}  // namespace sluice::expr::token_test
