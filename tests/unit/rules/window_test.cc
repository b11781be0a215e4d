#include "rules/window.h"

#include <doctest/doctest.h>

#include <string>

namespace sluice::window_test {

// "shape -lines +lines -columns +columns", or "bad".
std::string shown(std::string_view text) {
  const Result<Window> window = parse_window(text);
  if (!window) return "bad";
  constexpr std::string_view kShapes[] = {"none", "file", "columns", "lines"};
  return fmt::format("{} -{} +{} -{} +{}",
                     kShapes[static_cast<std::size_t>(window->shape)],
                     window->lines_before, window->lines_after,
                     window->columns_before, window->columns_after);
}

TEST_CASE("a window is lines, columns or both, on one side or both") {
  CHECK(shown("5L") == "lines -4 +4 -0 +0");
  CHECK(shown("100C") == "columns -0 +0 -100 +100");
  CHECK(shown("100") == "columns -0 +0 -100 +100");
  CHECK(shown("-2l, +4L") == "lines -1 +3 -0 +0");
  CHECK(shown("7L,200C") == "lines -6 +6 -200 +200");
  CHECK(shown("3L,-9L") == "lines -8 +2 -0 +0");
  CHECK(shown("0L") == "lines -0 +0 -0 +0");
}

TEST_CASE("no window is the whole file") {
  CHECK(shown("") == "file -0 +0 -0 +0");
  CHECK(shown(" 0 ") == "file -0 +0 -0 +0");
}

TEST_CASE("what is no window") {
  for (const std::string_view text :
       {"L", "5LL", "5X", "--5L", "5L,", "99999999999L"}) {
    CAPTURE(text);
    CHECK(shown(text) == "bad");
  }
}

}  // namespace sluice::window_test
