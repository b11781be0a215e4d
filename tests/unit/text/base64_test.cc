#include "text/base64.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>

#include "support/effort.h"

namespace sluice::base64_test {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Written anew, bit by bit, so that it shares nothing with the reader.
std::string encoded(const std::string& bytes, bool padded) {
  std::string bits;
  for (const char c : bytes)
    for (int bit = 7; bit >= 0; --bit)
      bits.push_back((static_cast<unsigned char>(c) >> bit & 1) != 0 ? '1'
                                                                     : '0');
  while (bits.size() % 6 != 0) bits.push_back('0');
  std::string text;
  for (std::size_t i = 0; i < bits.size(); i += 6)
    text.push_back(kDigits[std::stoul(bits.substr(i, 6), nullptr, 2)]);
  while (padded && text.size() % 4 != 0) text.push_back('=');
  return text;
}

TEST_CASE("base64: RFC 4648, section 10") {
  const std::pair<std::string_view, std::string_view> vectors[] = {
      {"", ""},
      {"Zg==", "f"},
      {"Zm8=", "fo"},
      {"Zm9v", "foo"},
      {"Zm9vYg==", "foob"},
      {"Zm9vYmE=", "fooba"},
      {"Zm9vYmFy", "foobar"}};
  for (const auto& [text, bytes] : vectors)
    CHECK(base64_decode(text, Base64::kStandard) == std::string(bytes));
}

TEST_CASE("base64: whatever was encoded comes back") {
  std::mt19937 random(test::seed(1));
  for (int round = 0; round < test::times(2000, 20'000); ++round) {
    std::string bytes(random() % 50, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    for (const bool padded : {true, false}) {
      std::string text = encoded(bytes, padded);
      CHECK(base64_decode(text, Base64::kStandard) == bytes);
      CHECK(base64_decode(text, Base64::kEither) == bytes);
      for (char& c : text) c = c == '+' ? '-' : c == '/' ? '_' : c;
      CHECK(base64_decode(text, Base64::kUrl) == bytes);
      CHECK(base64_decode(text, Base64::kEither) == bytes);
    }
  }
}

TEST_CASE(
    "base64: whole groups, up to what is no digit and while there is room") {
  const std::string text = "aGVsbG8gd29ybGQh";  // "hello world!"
  for (std::size_t room = 0; room < 16; ++room)
    for (std::size_t end = 0; end <= text.size(); ++end) {
      std::string digits = text;
      if (end < digits.size()) digits[end] = '.';
      std::string bytes(room, '?');
      const std::size_t size = base64_groups(digits, Base64::kEither, bytes);
      CHECK(size == std::min(end / 4, room / 3) * 3);
      CHECK(bytes.substr(0, size) ==
            std::string_view("hello world!").substr(0, size));
    }
}

TEST_CASE("base64: what is none") {
  for (const char* text :
       {"A", "AAAAA", "AA=A", "AA A", "AA.A", "AAA\n", "AAAA===", "=AAA", "A="})
    CHECK_FALSE(base64_decode(text, Base64::kEither));
  CHECK_FALSE(base64_decode("AA-_", Base64::kStandard));
  CHECK_FALSE(base64_decode("AA+/", Base64::kUrl));
  CHECK(is_base64_digit('+', Base64::kStandard));
  CHECK_FALSE(is_base64_digit('+', Base64::kUrl));
  CHECK_FALSE(is_base64_digit('=', Base64::kEither));
}

}  // namespace sluice::base64_test
