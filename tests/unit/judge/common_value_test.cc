#include "judge/value/common.h"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <string_view>

#include "support/effort.h"

namespace sluice::common_value_test {

TEST_CASE("common value: passwords that people do choose") {
  for (const std::string value :
       {"letmein123", "P@ssw0rd!", "password", "Password1", "123456",
        "qwerty99", "changeme", "root", "admin123", "hunter2", "Welcome2017!",
        "passw1rd", "dragon7", "swordfish"}) {
    CAPTURE(value);
    CHECK(is_common(ValueTraits(value)));
    CHECK(is_known_password(value));
  }
}

TEST_CASE("common value: stand-ins are no passwords that people choose") {
  for (const std::string value :
       {"anonymous", "anonymous@", "your-token-here", "insert_it",
        "api_key_value", "<placeholder>", "lorem-ipsum-sit", "test_user",
        "redacted", "aes-larch", "some_larch_cones", "password of the db",
        "the-password-goes-here", "password_of_the_database_1"}) {
    CAPTURE(value);
    CHECK(is_common(ValueTraits(value)));
    CHECK_FALSE(is_known_password(value));
  }
}

TEST_CASE("common value: what is neither") {
  for (const std::string value :
       {"Larch&Willow7", "kq9RtX2mZ0LwbN8cVj7R", "harbour", "trellis9Reed"}) {
    CAPTURE(value);
    CHECK_FALSE(is_common(ValueTraits(value)));
    CHECK_FALSE(is_known_password(value));
    CHECK_FALSE(is_common_by_intent(ValueTraits(value)));
  }
}

TEST_CASE("common value: drawn values hold long words of the list by intent") {
  constexpr std::string_view kBase62 =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  std::mt19937 random(test::seed(17));
  const int rounds = test::times(4000, 40'000);
  int by_chance = 0;
  int all = 0;
  for (int round = 0; round < rounds; ++round) {
    std::string value;
    for (int i = 0; i < 64; ++i) value += kBase62[random() % kBase62.size()];
    CAPTURE(value);
    CHECK_FALSE(is_common_by_intent(ValueTraits(value)));
    CHECK_FALSE(is_known_password(value));
    by_chance += is_common(ValueTraits(value)) ? 1 : 0;
    const std::string head = "letmein" + value;
    const std::string tail = value + "changeme";
    all += is_common_by_intent(ValueTraits(head)) &&
                   is_common_by_intent(ValueTraits(tail))
               ? 1
               : 0;
  }
  CHECK(all == rounds);
  // Short ones do occur in them.
  CHECK(by_chance > 0);
}

TEST_CASE("common value: a long drawn value has short words by chance") {
  constexpr std::string_view kBase62 =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  std::mt19937 random(test::seed(19));
  for (int round = 0; round < test::times(200, 2000); ++round) {
    std::string value;
    for (int i = 0; i < 600; ++i) value += kBase62[random() % kBase62.size()];
    CAPTURE(value);
    for (const char* word : {"fake", "sha1", "mock"})
      CHECK_FALSE(tells_of_nobody(
          ValueTraits(std::string(value).replace(300, 4, word))));
    CHECK(tells_of_nobody(
        ValueTraits(std::string(value).replace(300, 7, "example"))));
    CHECK(tells_of_nobody(ValueTraits(value.substr(0, 60) + "fake")));
  }
}

TEST_CASE("common value: ciphers, and UUIDs with the letters of one") {
  for (const std::string_view value :
       {"des-ede3-cbc", "aes-128-cbc", "camellia-256-cbc", "bf-cbc",
        "aes-256-gcm"})
    CHECK(tells_of_nobody(ValueTraits(value)));
  for (const std::string_view value :
       {"secret-cbcdc049-b81a-4810-84ed-d8b0988e7a80",
        "5c7d1fe1-cbc4-41b9-9b0e-0cbd7d6c1b1e"})
    CHECK_FALSE(tells_of_nobody(ValueTraits(value)));
}

TEST_CASE("common value: what is common by intent is common") {
  std::mt19937 random(test::seed(18));
  for (int round = 0; round < test::times(4000, 40'000); ++round) {
    std::string value;
    for (std::size_t parts = 1 + random() % 3; parts-- > 0;) {
      static constexpr const char* kParts[] = {
          "password", "test", "your", "larch", "7", "-", "q9X", "secret", "Md"};
      value += kParts[random() % std::size(kParts)];
    }
    CAPTURE(value);
    if (is_common_by_intent(ValueTraits(value)))
      CHECK(is_common(ValueTraits(value)));
    if (tells_of_nobody(ValueTraits(value)))
      CHECK(is_common(ValueTraits(value)));
  }
}

}  // namespace sluice::common_value_test
