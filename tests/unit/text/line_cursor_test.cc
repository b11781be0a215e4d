#include "text/line_cursor.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

#include "support/effort.h"

namespace sluice::line_cursor_test {

// The same, from the definition.
LineCursor::LineColumn count(std::string_view text, std::size_t target) {
  LineCursor::LineColumn place{1, 1};
  for (const char c : text.substr(0, target)) {
    ++place.column;
    if (c == '\n') place = {place.line + 1, 1};
  }
  return place;
}

TEST_CASE("line cursor: any steps, through any windows, give the same places") {
  std::mt19937 random(sluice::test::seed(7));
  for (int round = 0; round < sluice::test::times(500, 5000); ++round) {
    std::string text;
    const std::size_t size = random() % 200;
    while (text.size() < size) text += "ab\r\n\n"[random() % 5];
    // The text begins after a byte-order mark of so many bytes.
    const std::size_t mark = std::min<std::size_t>(random() % 2 * 3, size);
    LineCursor cursor(mark);
    std::size_t at = mark;
    std::size_t reached = mark;
    for (;;) {
      // A window that begins at or before the last offset.
      const std::size_t origin = reached - random() % (reached + 1);
      const auto place =
          cursor.advance(std::string_view(text).substr(origin), origin, at);
      const auto truth = count(text.substr(mark), at - mark);
      REQUIRE(place.line == truth.line);
      REQUIRE(place.column == truth.column);
      if (at == text.size()) break;
      reached = at;
      at += 1 + random() % (text.size() - at);
    }
  }
}

}  // namespace sluice::line_cursor_test
