#include "match/assignment/pasted.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace sluice::pasted_test {

TEST_CASE("pasted: blanks, hidden characters and colours have their size") {
  CHECK(pasted_blank("\xC2\xA0x") == 2);
  CHECK(pasted_blank("\xE2\x80\x8Bx") == 3);
  CHECK(pasted_blank("\xEF\xBB\xBFx") == 3);
  CHECK(pasted_blank("\x1b[1;32mx") == 7);
  CHECK(pasted_blank("\x1b[Kx") == 3);
  for (const std::string_view none :
       {"", " x", "x", "\xC2", "\xE2\x80", "\x1b", "\x1b[", "\x1b[32",
        "\x1b]0;x", "\xC3\xA4"})
    CHECK(pasted_blank(none) == 0);
}

TEST_CASE("pasted: quotes have their size") {
  CHECK(pasted_quote("\xE2\x80\x9Cx") == 3);
  CHECK(pasted_quote("\xC2\xABx") == 2);
  for (const std::string_view none : {"", "\"", "x", "\xE2\x80\x94", "\xC2"})
    CHECK(pasted_quote(none) == 0);
}

TEST_CASE("pasted: the value without them") {
  CHECK(without_pasted("\xE2\x80\x9Cvalue\xE2\x80\x9D") == "value");
  CHECK(without_pasted("\xE2\x80\x8B\xC2\xA0value\xEF\xBB\xBF") == "value");
  CHECK(without_pasted("\x1b[32mvalue\x1b[0m") == "value");
  CHECK(without_pasted("value") == "value");
  CHECK(without_pasted("va\xC2\xA0lue") == "va\xC2\xA0lue");
  CHECK(without_pasted("\xC2\xA0\xC2\xA0").empty());
  CHECK(without_pasted("").empty());
}

TEST_CASE("pasted: a text of nothing but escapes ends") {
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "\x1b[0m";
  CHECK(without_pasted(many).empty());
}

}  // namespace sluice::pasted_test
