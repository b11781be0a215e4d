// The buffer beside nlohmann's JSON, and beside fmt for numbers.
#include "report/json/json_buffer.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <string>

#include "report/json/json_text.h"
#include "unit/report/sample.h"

#include <nlohmann/json.hpp>

#include "support/effort.h"

namespace sluice::json_buffer_test {

TEST_CASE("json buffer: strings as nlohmann writes them") {
  JsonBuffer buffer;
  for (const std::uint32_t seed : test::seeds(3000, 4000)) {
    CAPTURE(seed);
    test::Random random(seed);
    const std::vector<std::string> parts = {"a",
                                            "Zq7Zq8Zq9",
                                            "\"",
                                            "\\",
                                            "\n",
                                            "\t",
                                            "\x01",
                                            "\x1f",
                                            "\x7f",
                                            " ",
                                            "~",
                                            "\xC3\xA9",
                                            "\xC2\x85",
                                            "\xE2\x80\xAE",
                                            "\xF0\x9F\x98\x80",
                                            "\xF3\xA0\x80\x81",
                                            "01234567",
                                            "!#[]"};
    std::string text;
    for (std::size_t left = random.below(300); left-- > 0;)
      text += parts[random.below(parts.size())];
    buffer.clear();
    buffer.add("x");
    buffer.add_string(text);
    CHECK(buffer.text().substr(1) == json_text(text));
  }
}

TEST_CASE("json buffer: a byte of no character is replaced") {
  JsonBuffer buffer;
  buffer.add_string("abcdefg\xFFhijk\xC3");
  CHECK(buffer.text() == "\"abcdefg\xEF\xBF\xBDhijk\xEF\xBF\xBD\"");
}

TEST_CASE("json buffer: numbers, and text longer than the room") {
  JsonBuffer buffer;
  buffer.add_number(std::numeric_limits<std::uint64_t>::max());
  buffer.add_number(std::numeric_limits<std::int64_t>::min());
  buffer.add_number(std::uint64_t{0});
  CHECK(buffer.text() == "18446744073709551615-92233720368547758080");
  std::string all(buffer.text());
  for (std::size_t size = 1; size < 20000; size *= 3) {
    const std::string piece(size, 'x');
    buffer.add(piece);
    all += piece;
  }
  CHECK(buffer.text() == all);
}

TEST_CASE("json buffer: fractions as the shortest text that reads back") {
  JsonBuffer buffer;
  const auto expected = [](double value) {
    const std::string digits = fmt::format("{}", value);
    return digits.find_first_of(".e") == digits.npos ? digits + ".0" : digits;
  };
  const auto check = [&](double value) {
    buffer.clear();
    buffer.add_fraction(value);
    CHECK(buffer.text() == expected(value));
  };
  for (int i = 0; i <= 120'000; ++i) check(i / 100.0);
  for (const double value : {-0.0, -1.5, 1e-7, 3.123, 1.0 / 3, 1e300, 999.999})
    check(value);
}

}  // namespace sluice::json_buffer_test
