#include "judge/value/randomness.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include "support/effort.h"
#include "support/share.h"

namespace sluice::randomness_test {

constexpr std::string_view kHex = "0123456789abcdef";
constexpr std::string_view kLowerDigits =
    "abcdefghijklmnopqrstuvwxyz0123456789";
constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view kPassword =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    "!#$%&*+-=?@^_~.";

std::string draw(std::mt19937& random, std::string_view from,
                 std::size_t length) {
  std::string s;
  for (std::size_t i = 0; i < length; ++i) s += from[random() % from.size()];
  return s;
}

bool looks_random(std::string_view s) {
  return surprise(s) >= random_bound(s.size(), alphabet_of(s));
}

// At least this share of the strings of `length` looks random.
void check_random(std::uint32_t seed, std::string_view alphabet,
                  std::size_t length, int draws, double share) {
  std::mt19937 random(seed);
  int count = 0;
  for (int i = 0; i < draws; ++i)
    count += looks_random(draw(random, alphabet, length)) ? 1 : 0;
  CAPTURE(alphabet);
  CAPTURE(length);
  sluice::test::check_share(sluice::test::at_least(count, draws, share, seed));
}

TEST_CASE("alphabet: the kinds of every byte, alone and among letters") {
  for (int i = 0; i < 256; ++i) {
    const char c = static_cast<char>(i);
    CAPTURE(i);
    const bool first_six = (c | 0x20) <= 'f';
    const std::uint16_t kind =
        c >= 'a' && c <= 'z'
            ? first_six ? DrawnAlphabet::kLowerHex : DrawnAlphabet::kLowerOther
        : c >= 'A' && c <= 'Z'
            ? first_six ? DrawnAlphabet::kUpperHex : DrawnAlphabet::kUpperOther
        : c >= '0' && c <= '9'             ? DrawnAlphabet::kDigit
        : c == '+' || c == '/' || c == '=' ? DrawnAlphabet::kSlash
        : c == '-'                         ? DrawnAlphabet::kDash
        : c == '_'                         ? DrawnAlphabet::kUnderscore
        : c == '.'                         ? DrawnAlphabet::kDot
                                           : DrawnAlphabet::kOther;
    CHECK(alphabet_of({&c, 1}) == DrawnAlphabet{kind});
    CHECK(alphabet_of(std::string("zZ") + c).kinds ==
          (DrawnAlphabet::kLowerOther | DrawnAlphabet::kUpperOther | kind));
    CHECK(std::isfinite(surprise({&c, 1})));
  }
}

TEST_CASE("alphabet: sizes") {
  const auto size = [](std::string_view s) { return alphabet_of(s).size(); };
  CHECK(size("") == 0);
  CHECK(size("0042") == 10);
  CHECK(size("c0ffee") == 16);
  CHECK(size("C0FFEE") == 16);
  CHECK(size("C0ffee") == 62);
  CHECK(size("c0ffee-42") == 18);
  CHECK(size("facade") == 26);
  CHECK(size("g0") == 36);
  CHECK(size("aB") == 52);
  CHECK(size("a+b") == 64);
  CHECK(size("a-b_") == 64);
  CHECK(size("a-b.c") == 65);
  CHECK(size("a!b+c-d.e") == 95);
  CHECK(size("***") == 33);
}

TEST_CASE("surprise: 98 of 100 random strings and more lie above the bound") {
  for (const std::string_view alphabet :
       {kHex, kLowerDigits, kBase64.substr(0, 62), kBase64, kPassword})
    for (const std::size_t length : {12u, 16u, 24u, 40u, 64u})
      check_random(sluice::test::seed(17), alphabet, length,
                   sluice::test::times(2000, 50'000), 0.992);
}

TEST_CASE("surprise: no long random string lies below the bound") {
  for (const std::string_view alphabet :
       {kHex, kLowerDigits, kBase64.substr(0, 62), kBase64, kPassword})
    for (const std::size_t length : {241u, 600u, 1900u})
      check_random(sluice::test::seed(23), alphabet, length,
                   sluice::test::times(1000, 10'000), 0.9998);
}

TEST_CASE("surprise: names, paths and sentences lie below") {
  for (const char* s :
       {"getUserAccessToken", "my-secret-key-name", "HTTPServerConnection",
        "com.example.service.TokenProvider", "/etc/ssl/private/keystore",
        "MAX_CONNECTION_POOL_SIZE", "password_reset_token_expires_at",
        "the quick brown fox jumps", "XMLHttpRequestEventTarget",
        "login-form__password--error", "Schlüsselverwaltung"}) {
    CAPTURE(s);
    CHECK_FALSE(looks_random(s));
    CHECK(surprise(s) < 0);
    std::string many;
    while (many.size() < 300) many += s;
    CHECK_FALSE(looks_random(many));
  }
}

TEST_CASE("surprise: spelling decides, not the characters") {
  // Both have the same letters, with the same classes in the same places.
  const std::uint32_t seed = sluice::test::seed(19);
  const int draws = sluice::test::times(1000, 50'000);
  std::mt19937 random(seed);
  const std::string name = "connectionpropertiesfactory";
  int higher = 0;
  for (int i = 0; i < draws; ++i) {
    std::string mixed = name;
    std::shuffle(mixed.begin(), mixed.end(), random);
    higher += surprise(mixed) > surprise(name) + 1 ? 1 : 0;
  }
  sluice::test::check_share(
      sluice::test::at_least(higher, draws, 0.9975, seed));
}

TEST_CASE("surprise: words begin at capitals, and the last of several") {
  CHECK(surprise("XMLZoneSVGYearPDFQueueDBWordTLSRequest") < 0.2);
  CHECK(surprise("userName") < surprise("uSerName"));
  // Case costs, but the letters of a constant spell as well.
  CHECK(surprise("connection") ==
        doctest::Approx(surprise("CONNECTION")).epsilon(0.5));
}

TEST_CASE("surprise: padding does not count") {
  CHECK(surprise("kZ7pQ2xT9mV4bN8c==") == surprise("kZ7pQ2xT9mV4bN8c"));
  CHECK(surprise("") == 0);
  CHECK(surprise("==") == 0);
}

}  // namespace sluice::randomness_test
