#include "judge/context/joined_words.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <random>
#include <string>
#include <string_view>

#include "judge/context/foreign_letter.h"
#include "support/effort.h"

namespace sluice::joined_words_test {

TEST_CASE("joined words: by marks, with a capital") {
  for (const std::string_view value :
       {"zimt_Stern", "Apfel.Strudel", "Unter-Wasser", "Drei-Birken-im-Wind",
        "kern.Schalter", "birnen-im-wind", "ein_bis_zwei_zimt_Sterne"}) {
    CAPTURE(value);
    CHECK(joins_by_marks(value, false));
    CHECK_FALSE(joins_by_capitals(value));
  }
  // No capital, nothing else, one within; short words; two marks, one at an
  // end; six words, one word; digits; too short.
  for (const std::string_view value :
       {"zimt-stern", "ZIMT_STERN", "zimt_sTern", "zimt_STern", "zi_Stern",
        "zimt_St", "zimt__Stern", "zimt_Stern_", "_zimtStern",
        "a.b.c.Stern.Anis", "ein_bis_zwei_mal_zimt_Sterne", "Zimtstern",
        "zimt_Stern7", "an_Otto", ""}) {
    CAPTURE(value);
    CHECK_FALSE(joins_by_marks(value, false));
  }
}

TEST_CASE("joined words: two of small letters, where no names stand") {
  for (const std::string_view value : {"zimt-stern", "apfel.strudel"}) {
    CHECK(joins_by_marks(value, true));
    CHECK_FALSE(joins_by_marks(value, false));
  }
  CHECK_FALSE(joins_by_marks("content-type", true));
  CHECK_FALSE(joins_by_marks("ZIMT-STERN", true));
}

TEST_CASE("joined words: by capitals") {
  for (const std::string_view value :
       {"ForelleBlau", "kuechenDuft", "eulenRufNacht"}) {
    CAPTURE(value);
    CHECK(joins_by_capitals(value));
    CHECK_FALSE(joins_by_marks(value, false));
  }
  for (const std::string_view value :
       {"forelleblau", "FORELLE", "ForelleB", "eulenRufNachtWald",
        "Forelle_Blau", "forelleBLAU"}) {
    CAPTURE(value);
    CHECK_FALSE(joins_by_capitals(value));
  }
}

TEST_CASE("joined words: words of programs, in any case and numbered") {
  for (const std::string_view value :
       {"String.Empty", "Content-Type", "forelle_Field", "Zimt.PATH",
        "access zimt", "zimt-zero", "Zimt.Table7"}) {
    CAPTURE(value);
    CHECK(has_word_of_programs(value));
    CHECK_FALSE(joins_by_marks(value, false));
  }
  for (const std::string_view value :
       {"zimt_Stern", "Stringer-Zimt", "zerofield", "7", ""}) {
    CAPTURE(value);
    CHECK_FALSE(has_word_of_programs(value));
  }
}

TEST_CASE("joined words: phrases") {
  for (const std::string_view value :
       {"zimt stern anis", "zimt-stern-anis-birne", "zimt.stern.anis",
        "zimt_stern_anis", "ZimtSternAnisBirne", "Zimt-Stern-Anis",
        "eins zwei drei vier fuenf sechs sieben acht",
        "zimt stern anis table"}) {
    CAPTURE(value);
    CHECK(is_phrase(value));
  }
  // Two words, three told apart by capitals, nine; a short word; a digit; two
  // blanks; capitals alone; more than one of four words is one of programs.
  for (const std::string_view value :
       {"zimt stern", "ZimtSternAnis",
        "eins zwei drei vier fuenf sechs sieben acht neun", "zimt an stern",
        "zimt stern anis7", "zimt  stern anis", "ZIMT STERN ANIS",
        "zimt stern table", "zimt stern anis ", " zimt stern anis", "zimt",
        ""}) {
    CAPTURE(value);
    CHECK_FALSE(is_phrase(value));
  }
}

TEST_CASE("joined words: any bytes are answered, and not both ways") {
  constexpr std::string_view kBytes = "abzAZ._-09\xC3";
  std::mt19937 random(test::seed(41));
  for (int round = 0; round < test::times(20'000, 200'000); ++round) {
    std::string value(random() % 24, '\0');
    for (char& c : value) c = kBytes[random() % kBytes.size()];
    CAPTURE(value);
    const bool by_marks = joins_by_marks(value, false);
    CHECK_FALSE((by_marks && joins_by_capitals(value)));
    if (by_marks) CHECK(value.find_first_of("._-") != value.npos);
    if (is_phrase(value)) CHECK(value.size() >= 3 * 3 + 2);
  }
}

TEST_CASE("foreign letters: two bytes of UTF-8, no signs") {
  for (const std::string_view letter :
       {"\xC3\x80", "\xC3\xB6", "\xC5\x82", "\xCF\x89", "\xD0\x96", "\xD1\x8F"})
    CHECK(is_foreign_letter(letter, 0));
  for (const std::string_view other :
       {"", "a", "ab", "\xC3", "\xC3z", "\xC3\x97", "\xC3\xB7", "\xC2\xA7",
        "\xD7\x90", "\xE5\xAF\x86", "\xB6\xC3"})
    CHECK_FALSE(is_foreign_letter(other, 0));
  CHECK(is_foreign_letter("o\xC3\xB6", 1));
  CHECK_FALSE(is_foreign_letter("o\xC3\xB6", 2));
  CHECK_FALSE(is_foreign_letter("o", 9));
}

}  // namespace sluice::joined_words_test
