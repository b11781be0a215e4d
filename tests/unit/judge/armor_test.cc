#include "judge/armor.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

#include "unit/judge/made_keys.h"

namespace sluice {
namespace {

std::string replaced(std::string text, std::string_view from,
                     std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos;
       at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

std::string digits_of(const std::string& bytes) {
  std::string digits = made::base64(bytes);
  while (digits.ends_with('=')) digits.pop_back();
  return digits;
}

}  // namespace

TEST_CASE("armor: the digits come back out of every language's quotation") {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    const std::string bytes = made::random_bytes(random, 30 + random() % 1200);
    const std::string plain = made::pem("EC PRIVATE KEY", bytes);
    const std::string forms[] = {
        plain,
        replaced(plain, "\n", "\r\n"),
        replaced(plain, "\n", "\\n"),
        replaced(plain, "\n", "\\r\\n"),
        replaced(plain, "\n", "\\\\n"),
        replaced(replaced(plain, "\n", "\\n"), "/", "\\/"),
        replaced(plain, "\n", "\n    "),
        replaced(plain, "\n", "\n# "),
        replaced(plain, "\n", "\n * "),
        replaced(plain, "\n", "\n> "),
        replaced(plain, "\n", "\n+"),
        replaced(plain, "\n", "\n++"),
        replaced(plain, "\n", "\r\n +"),
        replaced(plain, "\n", "\n-"),
        replaced(plain, "\n", "\n// "),
        "\"" + replaced(plain, "\n", "\\n\"\n  \"") + "\"",
        "\"" + replaced(plain, "\n", "\\n\" +\n  \"") + "\"",
        "'" + replaced(plain, "\n", "\\n' .\n  '") + "'",
        "b\"" + replaced(plain, "\n", "\\n\"\n  b\"") + "\"",
        replaced(plain, "\n", "&#10;"),
        replaced(plain, "\n", "&#xA;"),
        replaced(replaced(replaced(replaced(plain, "/", "%2F"), "+", "%2B"),
                          "=", "%3D"),
                 "\n", "%0A"),
        replaced(plain, "\n", " "),
        replaced(replaced(replaced(plain, "+", "\\u002B"), "=", "\\u003d"),
                 "\n", "\\u000A"),
        replaced(replaced(replaced(plain, "+", "&#43;"), "/", "&#x2f;"), "=",
                 "&#61;"),
    };
    for (const std::string& form : forms) {
      CAPTURE(&form - forms);
      const std::string text = "key = " + form + "\n";
      const auto armor = read_armor(text);
      REQUIRE(armor);
      CHECK(armor->label == "EC PRIVATE KEY");
      CHECK(armor->digits == digits_of(bytes));
      CHECK(armor->even);
      CHECK_FALSE(armor->encrypted);
    }
  }
}

TEST_CASE("armor: headers") {
  std::mt19937 random(2);
  const std::string bytes = made::random_bytes(random, 600);
  const std::string text =
      made::pem("RSA PRIVATE KEY", bytes, "", "\n",
                "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00FF\n\n");
  for (const std::string& form :
       {text, replaced(text, "\n", "\\n"), replaced(text, "\n", "\n   | ")}) {
    const auto armor = read_armor(form);
    REQUIRE(armor);
    CHECK(armor->encrypted);
    CHECK(armor->cipher == "AES-128-CBC");
    CHECK(armor->digits == digits_of(bytes));
  }
}

TEST_CASE("armor: the sum at the end of OpenPGP's") {
  const auto armor = read_armor(
      "-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: x\n\nAAAABBBB\nCCC=\n"
      "=Ab+9\n-----END PGP PRIVATE KEY BLOCK-----");
  REQUIRE(armor);
  CHECK(armor->digits == "AAAABBBBCCC");
  CHECK(armor->crc == "Ab+9");
  CHECK(armor->even);
}

TEST_CASE("armor: lines of unlike length, and no armor at all") {
  const auto uneven = read_armor(
      "-----BEGIN PRIVATE KEY-----\nAAAABBBB\nAAAA your key BBBB\nAAAABBBB\n"
      "-----END PRIVATE KEY-----");
  REQUIRE(uneven);
  CHECK_FALSE(uneven->even);
  const auto padded_inside = read_armor(
      "-----BEGIN PRIVATE KEY-----\nAAA=\nAAAA\n-----END PRIVATE KEY-----");
  REQUIRE(padded_inside);
  CHECK_FALSE(padded_inside->even);
  CHECK_FALSE(read_armor(""));
  CHECK_FALSE(read_armor("-----BEGIN PRIVATE KEY-----\nAAAA"));
  CHECK_FALSE(read_armor("-----END X----- -----BEGIN X-----"));
  CHECK_FALSE(read_armor("-----BEGIN -----END "));
  const auto empty =
      read_armor("-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----");
  REQUIRE(empty);
  CHECK(empty->digits.empty());
  CHECK_FALSE(empty->even);
}

TEST_CASE("armor: altered text does no harm") {
  std::mt19937 random(3);
  const std::string text =
      made::pem("RSA PRIVATE KEY", made::random_bytes(random, 300), "  \"",
                "\\n\" +\n", "DEK-Info: A,1\n");
  constexpr std::string_view kSigns = "\\%&#;:=+-/\"' \nn";
  for (int round = 0; round < 20000; ++round) {
    std::string altered = text;
    for (unsigned i = 0; i <= random() % 8; ++i)
      altered[random() % altered.size()] = kSigns[random() % kSigns.size()];
    read_armor(std::string_view(altered).substr(0, random() % altered.size()));
    read_armor(altered);
  }
}

}  // namespace sluice
