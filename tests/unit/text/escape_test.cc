#include "text/escape.h"

#include <doctest/doctest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "support/effort.h"
#include "text/utf8.h"
#include "unit/report/sample.h"

namespace sluice::escape_test {

using test::Random;

// nlohmann's own decoder as the judge.
bool json_accepts(std::string_view text) {
  try {
    static_cast<void>(nlohmann::json(text).dump());
    return true;
  } catch (const nlohmann::json::type_error&) {
    return false;
  }
}

std::string encode(char32_t code) {
  const auto byte = [](char32_t value) { return static_cast<char>(value); };
  if (code < 0x80) return {byte(code)};
  if (code < 0x800) return {byte(0xC0 | code >> 6), byte(0x80 | (code & 63))};
  if (code < 0x10000)
    return {byte(0xE0 | code >> 12), byte(0x80 | (code >> 6 & 63)),
            byte(0x80 | (code & 63))};
  return {byte(0xF0 | code >> 18), byte(0x80 | (code >> 12 & 63)),
          byte(0x80 | (code >> 6 & 63)), byte(0x80 | (code & 63))};
}

TEST_CASE("decode_utf8 takes every character and no surrogate") {
  std::uint32_t wrong = 0;
  for (char32_t code = 0; code < 0x110000; ++code) {
    const std::string text = encode(code);
    const Utf8Char c = decode_utf8(text + "x");
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    const bool right =
        surrogate ? c.size == 0 : c.size == text.size() && c.code == code;
    const bool cut = decode_utf8(text.substr(0, text.size() - 1)).size == 0;
    if (!right || !cut) ++wrong;
  }
  CHECK(wrong == 0);
  CHECK(decode_utf8(encode(0x110000)).size == 0);
}

TEST_CASE("is_utf8 agrees with a JSON library on random bytes") {
  std::map<bool, int> seen;
  for (const std::uint32_t seed : test::seeds(5000, 4000)) {
    Random random(seed);
    const std::string text = random.bytes(random.below(8));
    CHECK(is_utf8(text) == json_accepts(text));
    ++seen[is_utf8(text)];
  }
  CHECK(seen[true] > 500);
  CHECK(seen[false] > 500);
}

TEST_CASE("escape_invalid_utf8 leaves text alone and can be undone") {
  CHECK(escape_invalid_utf8("plain \\ \xc3\xa9\n") == "plain \\ \xc3\xa9\n");
  CHECK(escape_invalid_utf8("a\\b\xff\xc3\xa9") == "a\\\\b\\xff\xc3\xa9");
  for (const std::uint32_t seed : test::seeds(2000, 4000)) {
    Random random(seed);
    const std::string text = random.bytes(random.below(20));
    const std::string escaped = escape_invalid_utf8(text);
    CHECK(json_accepts(escaped));
    if (is_utf8(text)) continue;
    std::string back;
    for (std::size_t i = 0; i < escaped.size(); ++i) {
      if (escaped[i] != '\\') {
        back += escaped[i];
      } else if (escaped[i + 1] == '\\') {
        back += '\\', ++i;
      } else {
        back += static_cast<char>(std::stoi(escaped.substr(i + 2, 2), {}, 16));
        i += 3;
      }
    }
    CHECK(back == text);
  }
}

TEST_CASE("escape_for_terminal shows what would act") {
  CHECK(escape_for_terminal("a\x1b[31m\n\x7f\\ \xc3\xa9") ==
        "a\\x1b[31m\\x0a\\x7f\\ \xc3\xa9");
  CHECK(escape_for_terminal("\xc2\x9b\xe2\x80\xae\xe2\x81\xa6\xff\xc2") ==
        "\\u{9b}\\u{202e}\\u{2066}\\xff\\xc2");
}

TEST_CASE("display columns of wide, combining and plain characters") {
  CHECK(next_visible("a").columns == 1);
  CHECK(next_visible("\xc3\xa9").columns == 1);
  CHECK(next_visible("\xe6\xbc\xa2").columns == 2);      // U+6F22
  CHECK(next_visible("\xf0\x9f\x94\x91").columns == 2);  // U+1F511
  CHECK(next_visible("\xcc\x81").columns == 0);          // U+0301
  CHECK(next_visible("\x1b").columns == 4);
}

}  // namespace sluice::escape_test
