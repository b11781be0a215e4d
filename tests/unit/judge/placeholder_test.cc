#include "judge/placeholder.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

using sluice::is_placeholder;

TEST_CASE("placeholders: values that stand for a secret") {
  for (const char* value : {"your_api_key_here",
                            "YOUR-TOKEN-HERE",
                            "changeme",
                            "ChangeMe123",
                            "${DB_PASSWORD}",
                            "{{ password }}",
                            "<token>",
                            "$(cat key)",
                            "%(key)s",
                            "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
                            "AKIAIOSFODNN7EXAMPLE",
                            "0000000000000000",
                            "abababababab",
                            "1234567890123456",
                            "abcdefghijklmnop",
                            "sk_live_zyxwvutsrqpo",
                            "********",
                            "some-secret-value",
                            "REDACTED_BY_BUILD",
                            "@TOKEN@",
                            "%TOKEN%"}) {
    CAPTURE(value);
    CHECK(is_placeholder(value));
  }
}

TEST_CASE("placeholders: ordinary values are none") {
  for (const char* value : {"hunter2", "Tr0ub4dor&3", "correcthorse", "",
                            "a1b2c3", "p@ssw0rd!", "1234567"}) {
    CAPTURE(value);
    CHECK_FALSE(is_placeholder(value));
  }
}

TEST_CASE("placeholders: random tokens are none") {
  constexpr std::string_view kAlphabet =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  std::mt19937 random(13);
  for (int round = 0; round < 100'000; ++round) {
    std::string token;
    for (int i = 0; i < 40; ++i) token += kAlphabet[random() % 62];
    REQUIRE_FALSE(is_placeholder(token));
  }
}

TEST_CASE(
    "placeholders: zero bytes in base64 do not count, in short values "
    "they do") {
  const std::string random = "kZ7pQ2xT9mV4bN8cR1fW6hJ3sL5gD0yU";
  CHECK_FALSE(is_placeholder("AAAAAAAAAAAA" + random));
  CHECK(is_placeholder("AAAAAAAAAAAA" + random.substr(0, 8)));
  CHECK(is_placeholder("BBBBBBBBBBBB" + random));
}

TEST_CASE("placeholders: a long key's own runs do not count") {
  CHECK_FALSE(is_placeholder("b3BlbnNzaC1rZXktdjEA" + std::string(12, 'A') +
                             std::string(300, 'k')));
}
