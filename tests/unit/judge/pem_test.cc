#include "judge/keys/pem.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

#include "support/effort.h"
#include "unit/judge/made_keys.h"

namespace sluice::pem_test {

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

TEST_CASE("pem: the digits come back out of every language's quotation") {
  std::mt19937 random(test::seed(1));
  for (int round = 0; round < test::times(200, 2000); ++round) {
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
      const auto pem = read_pem(text);
      REQUIRE(pem);
      CHECK(pem->label == "EC PRIVATE KEY");
      CHECK(pem->digits == digits_of(bytes));
      CHECK(pem->even);
      CHECK_FALSE(pem->encrypted);
    }
  }
}

TEST_CASE("pem: headers") {
  std::mt19937 random(test::seed(2));
  const std::string bytes = made::random_bytes(random, 600);
  const std::string text =
      made::pem("RSA PRIVATE KEY", bytes, "", "\n",
                "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00FF\n\n");
  for (const std::string& form :
       {text, replaced(text, "\n", "\\n"), replaced(text, "\n", "\n   | ")}) {
    const auto pem = read_pem(form);
    REQUIRE(pem);
    CHECK(pem->encrypted);
    CHECK(pem->cipher == "AES-128-CBC");
    CHECK(pem->digits == digits_of(bytes));
  }
}

TEST_CASE("pem: the sum at the end of OpenPGP's") {
  const auto pem = read_pem(
      "-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: x\n\nAAAABBBB\nCCC=\n"
      "=Ab+9\n-----END PGP PRIVATE KEY BLOCK-----");
  REQUIRE(pem);
  CHECK(pem->digits == "AAAABBBBCCC");
  CHECK(pem->crc == "Ab+9");
  CHECK(pem->even);
}

TEST_CASE("pem: lines of unlike length, and no pem at all") {
  const auto uneven = read_pem(
      "-----BEGIN PRIVATE KEY-----\nAAAABBBB\nAAAA your key BBBB\nAAAABBBB\n"
      "-----END PRIVATE KEY-----");
  REQUIRE(uneven);
  CHECK_FALSE(uneven->even);
  const auto padded_inside = read_pem(
      "-----BEGIN PRIVATE KEY-----\nAAA=\nAAAA\n-----END PRIVATE KEY-----");
  REQUIRE(padded_inside);
  CHECK_FALSE(padded_inside->even);
  CHECK_FALSE(read_pem(""));
  const auto cut = read_pem("-----BEGIN PRIVATE KEY-----\nAAAA");
  REQUIRE(cut);
  CHECK_FALSE(cut->has_end);
  CHECK(cut->digits == "AAAA");
  const auto reversed = read_pem("-----END X----- -----BEGIN X-----");
  REQUIRE(reversed);
  CHECK_FALSE(reversed->has_end);
  CHECK_FALSE(read_pem("-----BEGIN -----END "));
  const auto empty =
      read_pem("-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----");
  REQUIRE(empty);
  CHECK(empty->digits.empty());
  CHECK_FALSE(empty->even);
}

TEST_CASE("pem: lines with a frame") {
  std::mt19937 random(test::seed(4));
  const std::string bytes = made::random_bytes(random, 130);
  const std::string digits = digits_of(bytes);
  const std::string text =
      made::pem("EC PRIVATE KEY", bytes, "Z 0001 | ", "<br>\n");
  const auto pem = read_pem(text);
  REQUIRE(pem);
  const auto framed = framed_digits(pem->body);
  REQUIRE(framed.size() > 1);
  CHECK(framed.front() == digits.substr(0, 128));
  CHECK(std::ranges::find(framed, digits) != framed.end());
  // Colours, as bytes and written.
  const std::string line = digits.substr(0, 64);
  CHECK(framed_digits("\x1b[32m" + line + "\x1b[0m\n").front() == line);
  CHECK(framed_digits("\\033[1;32m" + line + "\\033[0m\n").front() == line);
  CHECK(framed_digits("a text about keys").empty());
}

TEST_CASE("pem: altered text does no harm") {
  std::mt19937 random(test::seed(3));
  const std::string text =
      made::pem("RSA PRIVATE KEY", made::random_bytes(random, 300), "  \"",
                "\\n\" +\n", "DEK-Info: A,1\n");
  constexpr std::string_view kSigns = "\\%&#;:=+-/\"' \nn";
  for (int round = 0; round < test::times(20000, 200'000); ++round) {
    std::string altered = text;
    for (unsigned i = 0; i <= random() % 8; ++i)
      altered[random() % altered.size()] = kSigns[random() % kSigns.size()];
    read_pem(std::string_view(altered).substr(0, random() % altered.size()));
    read_pem(altered);
  }
}

}  // namespace sluice::pem_test
