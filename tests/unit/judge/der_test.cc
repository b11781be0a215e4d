#include "judge/keys/der.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

#include "support/effort.h"

namespace sluice::der_test {

using namespace std::string_literals;

// X.690, 8.1.3: the shortest form of the length.
std::string value(unsigned tag, const std::string& content) {
  std::string out(1, static_cast<char>(tag));
  if (content.size() < 0x80) {
    out += static_cast<char>(content.size());
  } else if (content.size() < 0x100) {
    out += '\x81';
    out += static_cast<char>(content.size());
  } else {
    out += '\x82';
    out += static_cast<char>(content.size() >> 8U);
    out += static_cast<char>(content.size() & 0xFFU);
  }
  return out + content;
}

TEST_CASE("der: values come back, whatever their size") {
  for (const std::size_t size : {0U, 1U, 127U, 128U, 255U, 256U, 40000U}) {
    const std::string content(size, 'x');
    const std::string bytes = value(0x04, content) + value(0x02, "\x01");
    DerReader reader(bytes);
    CHECK(reader.next_is(der::kOctetString));
    CHECK(reader.take(der::kOctetString) == content);
    CHECK(reader.take_unsigned() == "\x01");
    CHECK(reader.at_end());
    for (const std::size_t cut : {std::size_t{1}, size / 2 + 1}) {
      DerReader short_reader(
          std::string_view(bytes).substr(0, bytes.size() - 3 - cut));
      CHECK_FALSE(short_reader.take(der::kOctetString));
      CHECK(short_reader.at_end());
    }
  }
}

TEST_CASE("der: lengths that are none") {
  for (const std::string& bytes :
       {"\x04\x80xx\0\0"s, "\x04\x84\x7F\0\0\x01x"s, "\x04"s, ""s, "\x04\x81"s,
        "\x04\xFF\x01"s, "\x1F\x01\x00"s}) {
    DerReader reader(bytes);
    CHECK_FALSE(reader.next());
    CHECK(reader.at_end());
  }
}

TEST_CASE("der: lengths that are longer than need be") {
  for (const std::string& bytes :
       {"\x04\x01x"s, "\x04\x81\x01x"s, "\x04\x84\0\0\0\x01x"s,
        "\x04\x89\0\0\0\0\0\0\0\0\x01x"s}) {
    CHECK(der_size(bytes) == bytes.size());
    CHECK(der_size(bytes.substr(0, bytes.size() - 1)) == bytes.size());
    CHECK(DerReader(bytes).take(der::kOctetString) == "x"s);
  }
  CHECK_FALSE(der_size("\x04\x82\x01"));
}

TEST_CASE("der: numbers") {
  const auto number = [](const std::string& content) {
    const std::string bytes = value(0x02, content);
    const auto taken = DerReader(bytes).take_unsigned();
    return taken ? std::optional<std::string>(*taken) : std::nullopt;
  };
  CHECK(number("\0"s) == ""s);
  CHECK(number("\x7F"s) == "\x7F"s);
  CHECK(number("\0\x80"s) == "\x80"s);
  CHECK(number("\x80"s) == "\x80"s);      // no zero for a sign
  CHECK(number("\0\x7F"s) == "\x7F"s);    // a zero too many
  CHECK(number("\0\0\x80"s) == "\x80"s);  // two
  CHECK_FALSE(number(""));
  CHECK(bits_of("") == 0);
  CHECK(bits_of("\x01") == 1);
  CHECK(bits_of("\x80\xFF") == 16);
  CHECK(bits_of("\x0F\xFF") == 12);
}

TEST_CASE("der: random bytes do no harm, and are seldom a sequence") {
  std::mt19937 random(test::seed(3));
  const int rounds = test::times(20'000, 200'000);
  int whole = 0;
  for (int round = 0; round < rounds; ++round) {
    std::string bytes(random() % 300, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    DerReader reader(bytes);
    while (const auto next = reader.next()) {
      DerReader inner(next->content);
      inner.take_unsigned();
    }
    DerReader outer(bytes);
    whole += outer.take(der::kSequence) && outer.at_end() ? 1 : 0;
  }
  CHECK(whole < rounds / 1000);
}

}  // namespace sluice::der_test
