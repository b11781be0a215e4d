#include "betterleaks/tokens/vocabulary.h"

#include <doctest/doctest.h>

#include <string>

namespace sluice::pieces_test {

std::string pieces_of(std::string_view text) {
  std::string all;
  for_each_piece(text, [&](std::string_view piece) {
    if (!all.empty()) all += '|';
    all += piece;
  });
  return all;
}

TEST_CASE("words, numbers and signs") {
  CHECK(pieces_of("hello world") == "hello| world");
  CHECK(pieces_of("abc123456x") == "abc|123|456|x");
  CHECK(pieces_of("_key-=1") == "_key|-=|1");
  CHECK(pieces_of("it's I'LL") == "it|'s| I|'LL");
  CHECK(pieces_of("a ++\n\nb") == "a| ++\n\n|b");
}

TEST_CASE("the last blank belongs to the word behind it") {
  CHECK(pieces_of("a   b") == "a|  | b");
  CHECK(pieces_of("a  1") == "a| | |1");
  CHECK(pieces_of("a \n  b") == "a| \n| | b");
  CHECK(pieces_of("a  ") == "a|  ");
}

TEST_CASE("characters that are not of ASCII") {
  CHECK(pieces_of("\xC3\xA9t\xC3\xA9\xE2\x82\xAC") ==
        "\xC3\xA9t\xC3\xA9|\xE2\x82\xAC");
  CHECK(pieces_of("a\xFF") == "a|\xEF\xBF\xBD");
}

}  // namespace sluice::pieces_test
