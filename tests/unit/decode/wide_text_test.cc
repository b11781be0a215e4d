#include "decode/wide_text.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace sluice::wide_text_test {

using namespace std::string_literals;

// `text` in units of `unit` bytes.
std::string widened(std::string_view text, std::size_t unit, bool is_big) {
  std::string wide;
  for (const char c : text) {
    if (is_big) wide.append(unit - 1, '\0');
    wide += c;
    if (!is_big) wide.append(unit - 1, '\0');
  }
  return wide;
}

TEST_CASE("text of both widths and orders is read at any byte") {
  constexpr std::string_view kText = "password = \"hunter2\"";
  for (const std::size_t unit : {std::size_t{2}, std::size_t{4}})
    for (const bool is_big : {false, true})
      for (std::size_t at = 0; at < 17; ++at) {
        CAPTURE(unit);
        CAPTURE(is_big);
        CAPTURE(at);
        const std::string wide = widened(kText, unit, is_big);
        const std::string bytes =
            std::string(at, '\x01') + wide + std::string(9, '\x01');
        std::vector<std::size_t> places;
        find_wide(bytes, 0, bytes.size(), &places);
        REQUIRE(places.size() == 1);
        CHECK(places[0] < at + wide.size());
        const Decoded decoded = decode_wide(bytes, unit);
        CHECK(decoded.text == std::string(kText) + "\n");
        // "hunter2"
        const SourceRange source = decoded.map.source_of({12, 19});
        CHECK(source.begin == at + 12 * unit);
        CHECK(source.end == at + 19 * unit);
        CHECK(decode_wide(bytes, unit == 2 ? 4 : 2).text.empty());
      }
}

TEST_CASE("each run is a line; short ones, numbers and plain text are none") {
  const std::string two = widened("first_one", 2, false) + "\x01\x02\x03" +
                          widened("second_one", 2, false) + "\x01";
  CHECK(decode_wide(two, 2).text == "first_one\nsecond_one\n");
  CHECK(decode_wide(widened("seven_c", 2, false) + "\x01\x01\x01", 2)
            .text.empty());
  const std::string numbers(64, '\0');
  std::vector<std::size_t> places;
  find_wide(numbers, 0, numbers.size(), &places);
  find_wide("a text without any such characters", 0, 34, &places);
  CHECK(places.empty());
}

TEST_CASE("letters beyond ASCII belong to a run that goes on after them") {
  // "password=" U+00E4 U+0444 "x1"
  const std::string little = widened("password=", 2, false) +
                             "\xE4\0\x44\x04"s + widened("x1", 2, false) +
                             "\x01\x02";
  CHECK(decode_wide(little, 2).text == "password=\xC3\xA4\xD1\x84x1\n");
  const std::string big = widened("password=", 2, true) + "\x04\x44" +
                          widened("x1", 2, true) + "\x01\x02";
  CHECK(decode_wide(big, 2).text == "password=\xD1\x84x1\n");
}

TEST_CASE("a length before a text is no part of it") {
  const std::string token(70, 'x');
  const std::string bytes = "\x01\0\0\0F"s + widened(token, 2, true) + "\x23";
  CHECK(decode_wide(bytes, 2).text == token + "\n");
}

}  // namespace sluice::wide_text_test
