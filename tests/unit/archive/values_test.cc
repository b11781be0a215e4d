#include <doctest/doctest.h>

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "archive/named_values.h"
#include "archive/program_values.h"
#include "archive/resource_values.h"
#include "archive/stated_streams.h"
#include "archive/value_search.h"

namespace sluice::values_test {

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

// A number of `size` bytes, the smallest first.
std::string low(std::uint64_t number, std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i)
    bytes += static_cast<char>(number >> (8 * i));
  return bytes;
}

std::string wide(std::string_view text) {
  std::string bytes;
  for (const char c : text) bytes += {c, '\0'};
  return bytes;
}

std::string padded(std::string bytes, std::size_t unit) {
  bytes.resize((bytes.size() + unit - 1) / unit * unit);
  return bytes;
}

std::vector<NamedValue> resources_in(std::string_view bytes) {
  std::vector<NamedValue> values;
  find_resource_values(bytes, 10, &values);
  return values;
}

// A registry hive. Each value's data is in the cell before it.
struct HiveMaker {
  std::string bytes = padded("regf", 0x1000) + padded("hbin", 0x20);

  std::size_t add_cell(const std::string& content, bool is_free = false) {
    const std::size_t at = bytes.size();
    const std::string cell = padded(std::string(4, '\0') + content, 8);
    const auto size = static_cast<std::uint32_t>(cell.size());
    bytes += low(is_free ? size : 0 - size, 4) + cell.substr(4);
    return at - 0x1000;
  }
  void add(const std::string& name, unsigned kind, const std::string& data,
           unsigned flags = 1, bool is_free = false) {
    add_value(name, kind, data.size(), add_cell(data, is_free), flags, is_free);
  }
  void add_value(const std::string& name, unsigned kind, std::size_t size,
                 std::size_t place, unsigned flags = 1, bool is_free = false) {
    add_cell(joined({"vk", low(name.size(), 2), low(size, 4), low(place, 4),
                     low(kind, 4), low(flags, 2), low(0, 2), name}),
             is_free);
  }
};

std::string chunk(unsigned kind, const std::string& head,
                  const std::string& body) {
  return joined({low(kind, 2), low(8 + head.size(), 2),
                 low(8 + head.size() + body.size(), 4), head, body});
}

std::string pool(const std::vector<std::string>& texts, bool is_utf8) {
  std::string offsets;
  std::string bytes;
  for (const std::string& text : texts) {
    offsets += low(bytes.size(), 4);
    // A length of more than 127 bytes has two.
    const std::string size =
        text.size() < 0x80
            ? low(text.size(), 1)
            : byte(0x80 | text.size() >> 8U) + byte(text.size() & 0xFFU);
    bytes += is_utf8 ? size + size + text + '\0'
                     : low(text.size(), 2) + wide(text) + low(0, 2);
  }
  return chunk(1,
               low(texts.size(), 4) + low(0, 4) + low(is_utf8 ? 0x100 : 0, 4) +
                   low(28 + offsets.size(), 4) + low(0, 4),
               offsets + padded(bytes, 4));
}

// A list of entries in its usual, sparse, or short form.
enum class Form : std::uint8_t { kUsual = 0, kSparse = 1, kShort = 2 };

std::string type_of(const std::vector<std::string>& entries, Form form) {
  std::string list;
  std::string bytes;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (form == Form::kUsual) list += low(bytes.size(), 4);
    if (form == Form::kSparse) list += low(i, 2);
    if (form != Form::kUsual) list += low(bytes.size() / 4, 2);
    bytes += entries[i];
  }
  list = padded(list, 4);
  return chunk(0x0201,
               low(1, 1) + low(static_cast<unsigned>(form), 1) + low(0, 2) +
                   low(entries.size(), 4) + low(20 + 64 + list.size(), 4) +
                   padded(low(64, 4), 64),
               list + bytes);
}

std::string entry(unsigned name, unsigned string, unsigned kind = 3) {
  return joined({low(8, 2), low(0, 2), low(name, 4), low(8, 2), low(0, 1),
                 low(kind, 1), low(string, 4)});
}

std::string resources(const std::vector<std::string>& strings,
                      const std::vector<std::string>& names,
                      const std::string& types, bool is_utf8 = true) {
  const std::string kinds = pool({"string"}, is_utf8);
  const std::string package =
      chunk(0x0200,
            low(0x7F, 4) + std::string(256, '\0') + low(288, 4) + low(1, 4) +
                low(288 + kinds.size(), 4) + low(names.size(), 4) + low(0, 4),
            kinds + pool(names, is_utf8) + types);
  return chunk(2, low(1, 4), pool(strings, is_utf8) + package);
}

void check_resource(const std::string& bytes, std::string_view stored) {
  const std::vector<NamedValue> values = resources_in(bytes);
  REQUIRE(values.size() == 1);
  CHECK(values[0].name == kName);
  CHECK(values[0].value == kValue);
  CHECK(bytes.substr(values[0].at, stored.size()) == stored);
}

// No place of foreign bytes may be read outside of them: each cut of the bytes
// and each damaged byte. A sanitizer sees reads that do no harm.
void damage(const std::string& bytes, std::size_t from) {
  for (std::size_t at = from; at < bytes.size(); ++at) {
    CHECK(resources_in(bytes.substr(0, at)).size() <= 1);
    for (const char c : {'\0', '\1', '\x7F', '\xFF'}) {
      std::string damaged = bytes;
      damaged[at] = c;
      const std::vector<NamedValue> values = resources_in(damaged);
      CHECK(values.size() <= 1);
      for (const NamedValue& value : values) CHECK(value.at < damaged.size());
    }
  }
}

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

TEST_CASE("values of a registry hive") {
  const std::string name(kName);
  constexpr unsigned kText = 1;
  constexpr unsigned kBinary = 3;
  constexpr unsigned kTexts = 7;
  for (const bool is_free : {false, true})
    for (const unsigned kind : {1U, 2U}) {
      HiveMaker hive;
      hive.add("db_user", kind, wide("Orchard4471"), 1, is_free);
      hive.add(name, kind, wide(kValue) + low(0, 2), 1, is_free);
      check_resource(hive.bytes, wide(kValue));
    }
  HiveMaker wide_name;
  wide_name.add(wide(name), kText, wide(kValue), 0);
  check_resource(wide_name.bytes, wide(kValue));

  HiveMaker twice;  // the key was written again; the data was kept
  const std::size_t data = twice.add_cell(wide(kValue));
  for (int i = 0; i < 3; ++i)
    twice.add_value(name, kText, 2 * kValue.size(), data);
  check_resource(twice.bytes, wide(kValue));

  HiveMaker list;
  list.add(name, kTexts,
           wide("first-7Xq2") + low(0, 2) + wide("second-9Lm4") + low(0, 4));
  const std::vector<NamedValue> values = resources_in(list.bytes);
  REQUIRE(values.size() == 2);
  CHECK(values[0].value == "first-7Xq2");
  CHECK(values[1].value == "second-9Lm4");
  CHECK(list.bytes.substr(values[1].at).starts_with(wide("second")));

  HiveMaker none;
  none.add(name, kBinary, wide(kValue));
  none.add(name, kText, wide("short"));
  none.add(name, kText, wide(std::string(257, 'x')));
  none.add(name, kText, std::string(kValue) + std::string(kValue));
  none.add_value(name, kText, 0x80000004, 0x00410041);
  none.add_value(name, kText, 24, 0xFFFFFFF0);
  none.add_value(name, kText, 24, 0x7FFFFFF0);
  CHECK(resources_in(none.bytes).empty());

  std::string log = list.bytes;  // of changes
  log.replace(0x1000, 4, "HvLE");
  CHECK(resources_in(log).empty());
}

TEST_CASE("strings of resources of Android") {
  const std::vector<std::string> strings = {"Orchard", "Copper 4471",
                                            std::string(kValue)};
  const std::vector<std::string> names = {"app_name", std::string(kName)};
  const std::vector<std::string> entries = {entry(0, 1), entry(1, 2)};
  const std::string compact =
      joined({low(1, 2), low(8 | 3 << 8U, 2), low(2, 4)});
  for (const bool is_utf8 : {true, false}) {
    const std::string stored = is_utf8 ? std::string(kValue) : wide(kValue);
    for (const Form form : {Form::kUsual, Form::kSparse, Form::kShort}) {
      const std::string type = type_of(entries, form);
      check_resource(resources(strings, names, type, is_utf8), stored);
      // Another language with the same string.
      check_resource(resources(strings, names, type + type, is_utf8), stored);
    }
    check_resource(
        resources(strings, names, type_of({compact}, Form::kUsual), is_utf8),
        stored);
  }
  const std::string two_bytes = "1" + std::string(199, 'x');
  const std::vector<NamedValue> values = resources_in(
      resources({two_bytes}, names, type_of({entry(1, 0)}, Form::kUsual)));
  REQUIRE(values.size() == 1);
  CHECK(values[0].value == two_bytes);

  const std::string complex =
      joined({low(16, 2), low(1, 2), low(1, 4)}) + std::string(16, '\0');
  for (const std::string& other :
       {entry(0, 2), entry(1, 0x7F010000, 1), entry(1, 9), entry(9, 2),
        entry(0xFFFFFFFF, 0xFFFFFFFF), complex, std::string()})
    CHECK(
        resources_in(resources(strings, names, type_of({other}, Form::kUsual)))
            .empty());
}

TEST_CASE("damaged hives and resources") {
  HiveMaker hive;
  hive.add(std::string(kName), 7, wide(kValue));
  damage(hive.bytes, 0x1000);
  for (const Form form : {Form::kUsual, Form::kSparse, Form::kShort})
    damage(resources({std::string(kValue)}, {std::string(kName)},
                     type_of({entry(0, 0)}, form)),
           0);
}

// Many tables may refer to one text. Without a bound, the time would grow with
// the square of the size. So values after the bound are not found.
TEST_CASE("hives and resources that refer to one text very often") {
  HiveMaker hive;
  const std::size_t data = hive.add_cell(padded(wide("no"), 16'344));
  for (const int times : {10, 10'000}) {
    HiveMaker more = hive;
    for (int i = 0; i < times; ++i)
      more.add_value(std::string(kName), 7, 16'344, data);
    more.add(std::string(kName), 7, padded(wide(kValue), 16'344));
    CHECK(resources_in(more.bytes).size() == (times == 10 ? 1 : 0));
  }

  const std::vector<std::string> strings = {std::string(kValue), "other-7Xq2"};
  for (const std::size_t times : {std::size_t{10}, std::size_t{500'000}}) {
    std::string list;
    for (std::size_t i = 0; i < times; ++i) list += low(0, 2);
    list = list + low(4, 2) + low(0xFFFF, 2);
    const std::string type =
        chunk(0x0201,
              low(1, 1) + low(2, 1) + low(0, 2) + low(times + 1, 4) +
                  low(84 + list.size(), 4) + padded(low(64, 4), 64),
              list + entry(0, 0) + entry(0, 1));
    CHECK(resources_in(resources(strings, {std::string(kName)}, type)).size() ==
          (times == 10 ? 2 : 1));
  }
}

}  // namespace sluice::values_test
