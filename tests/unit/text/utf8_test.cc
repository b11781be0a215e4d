#include "text/utf8.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

#include "support/effort.h"

namespace sluice::utf8_test {

// One step at a time, without a way around ASCII.
std::size_t counted_one_by_one(std::string_view text, bool* is_valid) {
  std::size_t count = 0;
  *is_valid = true;
  for (; !text.empty(); ++count) {
    const std::size_t size = decode_utf8(text).size;
    if (size == 0) *is_valid = false;
    text.remove_prefix(size == 0 ? 1 : size);
  }
  return count;
}

TEST_CASE("characters are counted, and bytes that are none") {
  CHECK(count_characters("") == 0);
  CHECK(count_characters("abc") == 3);
  CHECK(count_characters("a\xC3\xA4\xE2\x82\xAC") == 3);
  CHECK(count_characters("\xFF\xC3z\xE2\x82") == 5);
  CHECK(count_characters(std::string(200, 'x') + "\xC3\xA4") == 201);
}

TEST_CASE("texts of any mixture are as a walk over them says") {
  std::mt19937 random(test::seed(5));
  const char* const pieces[] = {
      "a", "\xC3\xA4", "\xE2\x82\xAC", "\xF0\x9F\x92\xA9", "\x80", "\xC3"};
  const int rounds = test::times(2000, 20'000);
  int valid = 0;
  for (int round = 0; round < rounds; ++round) {
    std::string text;
    // The rarer kinds are those that are not valid.
    for (std::size_t n = random() % 5; n > 0; --n) {
      text += std::string(random() % 150, 'x');
      text += pieces[random() % (random() % 3 == 0 ? 6 : 4)];
    }
    bool is_valid = false;
    const std::size_t count = counted_one_by_one(text, &is_valid);
    REQUIRE(count_characters(text) == count);
    REQUIRE(is_utf8(text) == is_valid);
    valid += is_valid ? 1 : 0;
  }
  CHECK(valid > rounds / 4);
  CHECK(valid < rounds / 20 * 19);
}

}  // namespace sluice::utf8_test
