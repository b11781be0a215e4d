#include "gitleaks/match/ascii_fold.h"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "support/effort.h"

namespace sluice::ascii_fold_test {

constexpr const char* kDottedI = "\xC4\xB0";
constexpr const char* kLongS = "\xC5\xBF";
constexpr const char* kKelvin = "\xE2\x84\xAA";

TEST_CASE("ascii fold: nothing to fold") {
  AsciiFold fold;
  for (const char* text : {"", "k", "\xC4", "\xE2\x84", "\xC4\xB1", "\xC5\xBE",
                           "\xE2\x84\xAB", "\xB0\xC4"})
    CHECK(!fold.make(text));
}

// Each piece becomes the expected text, and keeps its place.
TEST_CASE("ascii fold: every part has its place in the original") {
  struct Piece {
    std::string original, folded;
    bool changed, long_s;
  };
  const std::vector<Piece> pieces = {
      {kDottedI, "i", true, false},
      {kLongS, "s", true, true},
      {kKelvin, "k", true, false},
      {"k", "k", false, false},
      {"\xC3\xA9", "\xC3\xA9", false, false},
      {"\xE2", "\xE2", false, false},  // not UTF-8
      {"\xF0\x9F", "\xF0\x9F", false, false}};
  std::mt19937 random(test::seed(5));
  AsciiFold fold;
  for (int round = 0; round < test::times(4'000, 40'000); ++round) {
    std::string original;
    std::string folded;
    std::vector<std::size_t> places;  // of each folded byte
    std::vector<const Piece*> of;
    bool any = false;
    const auto count = random() % 12;
    for (unsigned i = 0; i < count; ++i) {
      const Piece& piece = pieces[random() % pieces.size()];
      for (std::size_t j = 0; j < piece.folded.size(); ++j) {
        places.push_back(original.size() + j);
        of.push_back(&piece);
      }
      original += piece.original;
      folded += piece.folded;
      any = any || piece.changed;
    }
    CAPTURE(original);
    REQUIRE(fold.make(original) == any);
    if (!any) continue;
    REQUIRE(fold.text() == folded);
    for (std::size_t begin = 0; begin < folded.size(); ++begin) {
      bool changed = false;
      bool long_s = false;
      for (std::size_t end = begin + 1; end <= folded.size(); ++end) {
        changed = changed || of[end - 1]->changed;
        long_s = long_s || of[end - 1]->long_s;
        const AsciiFold::Origin origin = fold.origin_of(begin, end);
        REQUIRE(origin.begin == places[begin]);
        REQUIRE(origin.changed == changed);
        REQUIRE(origin.long_s == long_s);
      }
    }
  }
}

}  // namespace sluice::ascii_fold_test
