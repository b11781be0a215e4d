#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "archive/named_values.h"
#include "archive/program_values.h"
#include "archive/stated_streams.h"
#include "archive/value_search.h"

using namespace sluice;

namespace {

constexpr std::string_view kName = "db_password";
constexpr std::string_view kValue = "Kx7mQ2#vLw9p";

std::string byte(std::size_t number) {
  return std::string(1, static_cast<char>(number));
}

std::string joined(std::initializer_list<std::string_view> parts) {
  std::string all;
  for (const std::string_view part : parts) all += part;
  return all;
}

std::vector<NamedValue> found_in(std::string_view bytes) {
  std::vector<NamedValue> values;
  find_named_values(bytes, 0, bytes.size(), 0, 10, &values);
  return values;
}

void check_one(const std::string& bytes) {
  CAPTURE(bytes);
  const std::vector<NamedValue> values = found_in(bytes);
  REQUIRE(values.size() == 1);
  CHECK(values[0].name == kName);
  CHECK(values[0].value == kValue);
  CHECK(bytes.substr(values[0].at, kValue.size()) == kValue);
}

using namespace std::string_literals;
using namespace std::string_view_literals;

}  // namespace

TEST_CASE("a name and a value with their lengths before them") {
  const std::string n = byte(kName.size());
  const std::string v = byte(kValue.size());
  for (const std::string& before : {""s, "letters"s, "\0\1"s})
    for (const std::string& after : {""s, "\x07next"s, "\0\0"s}) {
      // pickle, marshal, V8, Avro, MessagePack
      check_one(
          joined({before, "\x8c", n, kName, "\x94\x8c", v, kValue, after}));
      check_one(joined({before, "z", n, kName, "z", v, kValue, after}));
      check_one(joined({before, "\"", n, kName, "\"", v, kValue, after}));
      check_one(joined({before, byte(2 * kName.size()), kName,
                        byte(2 * kValue.size()), kValue, after}));
      check_one(joined({before, byte(0xA0 + kName.size()), kName,
                        byte(0xA0 + kValue.size()), kValue, after}));
    }
  // Maps of Java, which are serialized.
  check_one(joined({"t", std::string("\0"sv), n, kName, "t",
                    std::string("\0"sv), v, kValue, "x"}));
  check_one(joined({"X", n, std::string("\0\0\0"sv), kName, "q\1X", v,
                    std::string("\0\0\0"sv), kValue}));
}

TEST_CASE("a name and a value in a document, a node, a table and a page") {
  const std::string n = byte(kName.size());
  const std::string v = byte(kValue.size());
  const std::string nul(1, '\0');
  check_one(joined(
      {"\2", kName, nul, byte(kValue.size() + 1), nul, nul, nul, kValue, nul}));
  check_one(joined({v, nul, nul, nul, nul, nul, n, nul, kName, kValue}));
  check_one(joined({nul, byte(kName.size() + 8), v, kName, "\1", nul, nul, nul,
                    nul, nul, nul, nul, kValue}));
  check_one(joined({v, nul, "\1", kValue, nul, n, nul, "\1", kName}));
}

TEST_CASE("a name and a value in a row of SQLite") {
  const auto kind = [](std::string_view text) {
    return byte(13 + 2 * text.size());
  };
  check_one(joined({"\x21\7\3", kind(kName), kind(kValue), kName, kValue}));
  // Other columns: a number, and a text before them.
  check_one(joined({"\5\1", kind("abc"), kind(kName), kind(kValue), "\x2a",
                    "abc", kName, kValue, "abc"}));
}

TEST_CASE("lengths that do not fit, words, and constants of Java") {
  const std::string n = byte(kName.size());
  const std::string v = byte(kValue.size());
  for (const std::string& bytes :
       {joined({byte(kName.size() - 6), kName, v, kValue}),
        joined({n, kName, byte(200), kValue}),
        joined({n, kName, byte(12), "another_name"}),
        joined({std::string("\1\0"sv), n, kName, std::string("\1\0"sv), v,
                kValue}),
        joined({kName, " ", kValue}), joined({byte(7), "db_user", v, kValue}),
        std::string(kName), std::string("ass"), std::string()}) {
    CAPTURE(bytes);
    CHECK(found_in(bytes).empty());
  }
}

TEST_CASE("CBOR is followed from its beginning") {
  const std::string map =
      joined({"\xA2\x64mode\x18\x2A", byte(0x60 + kName.size()), kName,
              byte(0x60 + kValue.size()), kValue});
  std::vector<NamedValue> values;
  find_cbor_values(map, 10, &values);
  REQUIRE(values.size() == 1);
  CHECK(values[0].name == kName);
  CHECK(map.substr(values[0].at) == kValue);
  values.clear();
  find_cbor_values(map.substr(1), 10, &values);
  CHECK(values.empty());
}

TEST_CASE("an assignment keeps quotes and backslashes") {
  CHECK(as_assignment({0, "pwd", "a\"b\\c"}) == "pwd = \"a\\\"b\\\\c\"\n");
}

TEST_CASE("cut and foreign bytes of programs have no values") {
  std::vector<NamedValue> values;
  for (const std::string& head :
       {"\x7F"s
        "ELF\2\1\1",
        "bplist00"s, "\xCA\xFE\xBA\xBE\0\0\0\x34"s, "\xCB\x0D\r\n"s}) {
    for (std::size_t size = 0; size < 200; ++size) {
      find_program_values(head + std::string(size, '\xFF'), 10, &values);
      find_program_values(head + std::string(size, '\0'), 10, &values);
      find_program_values(head + std::string(size, '\1'), 10, &values);
    }
  }
  CHECK(values.empty());
}
