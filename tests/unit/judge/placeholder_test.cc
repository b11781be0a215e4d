#include "judge/value/placeholder.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include "support/effort.h"
#include "support/share.h"

namespace sluice::placeholder_test {

bool is_placeholder(std::string_view value) {
  return sluice::is_placeholder(sluice::ValueTraits(value));
}

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

TEST_CASE("placeholders: the bounds") {
  const struct {
    std::string is, is_not;
  } kBounds[] = {
      {"qzqzkqkz", "qzqzkqkm"},          // three different characters
      {"qzqzkqkz", "qzqzkqk"},           // in eight
      {"qqq", "qq"},                     // one
      {"mqqqqqqz!W", "mqqqqqzz!W"},      // six of one in a row
      {"7bbbbbbbbb@1", "7bbbbbbbb@1c"},  // nine where letters end with f
      {"Kx!cdefghijQ", "Kx!cdefghiQQ"},  // eight in sequence
      {"Kx!jihgfedcQ", "Kx!jihgfedQQ"},
      {"Kx!5678901wQQ23456789", "Kx!5678901wQQ2345678"},
      // For long values only the form counts.
      {std::string(200, 'q'), std::string(201, 'q')},
      {"<" + std::string(300, 'q') + ">", "<" + std::string(300, 'q')},
      // Beyond 40 characters 'A' is zero bytes in base64.
      {"AAAAAA" + std::string("kZ7pQ2xT9mV4bN8cR1fW6hJ3sL5gD0yUwE"),
       "AAAAAA" + std::string("kZ7pQ2xT9mV4bN8cR1fW6hJ3sL5gD0yUwEi")},
      {"${a}", "${}"},  // with something in it
  };
  for (const auto& bound : kBounds) {
    CAPTURE(bound.is);
    CAPTURE(bound.is_not);
    CHECK(is_placeholder(bound.is));
    CHECK_FALSE(is_placeholder(bound.is_not));
  }
}

TEST_CASE("placeholders: random tokens are none") {
  constexpr std::string_view kAlphabet =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const std::uint32_t seed = sluice::test::seed(13);
  const int rounds = sluice::test::times(100'000, 1'000'000);
  std::mt19937 random(seed);
  int wrong = 0;
  for (int round = 0; round < rounds; ++round) {
    std::string token;
    for (int i = 0; i < 40; ++i) token += kAlphabet[random() % 62];
    wrong += is_placeholder(token) ? 1 : 0;
  }
  sluice::test::check_share(
      sluice::test::at_most(wrong, rounds, 0.000002, seed));
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

}  // namespace sluice::placeholder_test
