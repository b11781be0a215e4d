#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "archive/named_values.h"
#include "archive/program_values.h"

namespace sluice::managed_values_test {

using namespace std::string_literals;
using namespace std::string_view_literals;

constexpr std::string_view kValue = "Kx7mQ2#vLw9p";

std::string byte(std::size_t number) {
  return std::string(1, static_cast<char>(number));
}

std::string joined(std::initializer_list<std::string_view> parts) {
  std::string all;
  for (const std::string_view part : parts) all += part;
  return all;
}

std::string little(std::uint64_t number, std::size_t size) {
  std::string bytes;
  for (; size > 0; --size, number >>= 8U)
    bytes += static_cast<char>(number & 0xFFU);
  return bytes;
}

void put(std::string* bytes, std::size_t at, std::string_view what) {
  bytes->replace(at, what.size(), what);
}

std::string wide(std::string_view text) {
  std::string bytes;
  for (const char c : text) bytes += std::string{c, '\0'};
  return bytes;
}

std::string padded(std::string bytes) {
  bytes.resize((bytes.size() + 3) / 4 * 4);
  return bytes;
}

// A program of .NET with fields "db_password" (1), "<ApiToken>k__BackingField"
// (2) and "user" (3), and a method "set_UserSecret" (1).
struct DotNetFile {
  std::string code;
  std::string constants = {};  // rows, made by constant()
  std::size_t constant_count = 0;
  bool is_wide = false;  // references to heaps have 4 bytes
  std::string texts = std::string(1, '\0');
  std::string blobs = std::string(1, '\0');

  std::string heap_place(std::size_t place) const {
    return little(place, is_wide ? 4 : 2);
  }
  // Returns the instruction that loads the text.
  std::string load(const std::string& utf16) {
    const std::size_t place = texts.size();
    texts += byte(utf16.size() + 1) + utf16 + byte(0);
    return "r" + little(0x70000000 + place, 4);
  }
  void constant(std::size_t kind, std::size_t parent, std::string_view value) {
    constants += little(kind, 2) + little(parent, 2) + heap_place(blobs.size());
    blobs += byte(2 * value.size()) + wide(value);
    ++constant_count;
  }

  std::string metadata() const {
    const std::string names =
        "\0db_password\0<ApiToken>k__BackingField\0user\0set_UserSecret\0"s;
    const auto name = [&](std::string_view text) {
      return heap_place(names.find(text));
    };
    std::string tables =
        little(0, 4) + "\2" + byte(0) + byte(is_wide ? 7 : 0) + "\1" +
        little(1U | 1U << 4U | 1U << 6U | 1U << 11U, 8) + little(0, 8) +
        little(1, 4) + little(3, 4) + little(1, 4) + little(constant_count, 4);
    tables += little(0, 2) + heap_place(0) + heap_place(0) + heap_place(0) +
              heap_place(0);
    for (const std::string_view field : {"db_password", "<ApiToken>", "user"})
      tables += little(0, 2) + name(field) + heap_place(0);
    tables += little(0, 8) + name("set_") + heap_place(0) + little(1, 2);
    tables += constants;

    const std::vector<std::pair<std::string, std::string>> streams = {
        {"#~", tables}, {"#Strings", names}, {"#US", texts}, {"#Blob", blobs}};
    std::string list;
    std::string bytes;
    constexpr std::size_t kList = 20 + 4 + 4 * 8 + 4 + 12 + 4 + 8;
    for (const auto& [stream, content] : streams) {
      list += little(kList + bytes.size(), 4) + little(content.size(), 4) +
              padded(stream + byte(0));
      bytes += padded(content);
    }
    return "BSJB" + little(1, 2) + little(1, 2) + little(0, 4) + little(4, 4) +
           "v4.0" + little(0, 2) + little(4, 2) + list + bytes;
  }

  std::string bytes() const {
    constexpr std::size_t kPe = 0x40;
    constexpr std::size_t kOptional = 224;
    constexpr std::size_t kBegin = 0x200;
    constexpr std::size_t kAddress = 0x2000;
    const std::string meta = metadata();
    const std::string before = padded(std::string(72, '\0') + code);
    std::string file(kBegin, '\0');
    put(&file, 0, "MZ");
    put(&file, 0x3C, little(kPe, 4));
    put(&file, kPe, "PE");
    put(&file, kPe + 6, little(1, 2));
    put(&file, kPe + 20, little(kOptional, 2));
    put(&file, kPe + 24, little(0x10B, 2));
    put(&file, kPe + 24 + 92, little(16, 4));
    put(&file, kPe + 24 + 96 + 14 * 8, little(kAddress, 4) + little(72, 4));
    const std::size_t section = kPe + 24 + kOptional;
    put(&file, section + 8,
        little(0x1000, 4) + little(kAddress, 4) +
            little(before.size() + meta.size(), 4) + little(kBegin, 4));
    file += before;
    put(&file, kBegin + 8, little(kAddress + before.size(), 4));
    return file + meta;
  }
};

// A program of Android with fields "db_password" (0), "user" (1) and
// "api_token" (2), and texts of which the first three are these names. The
// first `values` of the fields have texts from number 3 on.
struct DexFile {
  std::string code;
  std::vector<std::string> texts;
  std::size_t values = 0;

  std::string bytes() const {
    std::vector<std::string> all = {"db_password", "user", "api_token"};
    all.insert(all.end(), texts.begin(), texts.end());
    std::string file(0x70, '\0');
    put(&file, 0, "dex\n035");
    put(&file, 0x38, little(all.size(), 4) + little(file.size(), 4));
    std::size_t at = file.size() + 4 * all.size();
    for (const std::string& text : all) {
      file += little(at, 4);
      at += text.size() + 2;
    }
    for (const std::string& text : all)
      file += byte(text.size()) + text + byte(0);
    file = padded(file);
    put(&file, 0x50, little(3, 4) + little(file.size(), 4));
    for (std::size_t i = 0; i < 3; ++i) file += little(0, 4) + little(i, 4);
    put(&file, 0x60, little(1, 4) + little(file.size(), 4));
    const std::size_t fields = file.size() + 32;
    file += std::string(24, '\0') + little(fields, 4) + little(fields + 10, 4);
    // Three static fields, each with the number after the one before.
    file += "\3"s + std::string(3, '\0') + "\0\x0A\1\x0A\1\x0A"s;
    file += byte(values);
    for (std::size_t i = 0; i < values; ++i) file += "\x17" + byte(3 + i);
    return padded(file) + code;
  }
};

std::vector<NamedValue> in_program(std::string_view bytes) {
  std::vector<NamedValue> values;
  find_program_values(bytes, 10, &values);
  return values;
}

std::string listed(const std::vector<NamedValue>& values) {
  std::string all;
  for (const NamedValue& value : values)
    all += value.name + " " + value.value + "\n";
  return all;
}

// Values of damaged bytes are where they say that they are, in one byte or two a
// letter.
void check_damaged(const std::string& bytes) {
  const auto check = [](const std::string& damaged) {
    for (const NamedValue& value : in_program(damaged)) {
      REQUIRE(value.at < damaged.size());
      const std::string_view at = std::string_view(damaged).substr(value.at);
      CHECK((at.starts_with(value.value) || at.starts_with(wide(value.value))));
    }
  };
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    check(bytes.substr(0, size));
    for (const char c : {'\xFF', '\x7F', '\0', '\1'}) {
      std::string damaged = bytes;
      damaged[size] = c;
      check(damaged);
      put(&damaged, size,
          std::string(std::min<std::size_t>(4, bytes.size() - size), c));
      check(damaged);
    }
  }
}

constexpr auto kStoreStatic = "\x80\1\0\0\4"sv;
constexpr auto kStoreProperty = "\x7D\2\0\0\4"sv;
constexpr auto kSet = "\x6F\1\0\0\6"sv;

TEST_CASE("fields and properties of a program of .NET") {
  for (const bool is_wide : {false, true}) {
    CAPTURE(is_wide);
    DotNetFile file{.is_wide = is_wide};
    const std::string load = file.load(wide(kValue));
    file.code =
        joined({"\2", load, kStoreStatic, "\2", file.load(wide("Zt4wN8!pRq2d")),
                kStoreProperty, file.load(wide("s3tTer#value5")), kSet, load,
                kStoreStatic});
    file.constant(0x0E, 1U << 2U, "c0nst#value77");
    const std::string bytes = file.bytes();
    REQUIRE(may_have_program_values(std::string_view(bytes).substr(0, 0x200)));
    const std::vector<NamedValue> values = in_program(bytes);
    CHECK(listed(values) ==
          "db_password c0nst#value77\n"
          "db_password Kx7mQ2#vLw9p\n"
          "ApiToken Zt4wN8!pRq2d\n"
          "UserSecret s3tTer#value5\n");
    for (const NamedValue& value : values)
      CHECK(bytes.substr(value.at).starts_with(wide(value.value)));
  }
}

TEST_CASE("what is no assignment in a program of .NET") {
  DotNetFile file{};
  std::string not_ascii = wide(kValue);
  not_ascii[3] = '\4';
  const std::string load = file.load(wide(kValue));
  file.code = joined({load, "\x80\3\0\0\4"sv,       // a field "user"
                      load, "\x80\1\0\0\1"sv,       // a type
                      load, "\x80\0\0\0\4"sv,       // row 0
                      load, "\x80\x09\0\0\4"sv,     // no such row
                      load, "\x6F\2\0\0\6"sv,       // no such method
                      load, byte(0), kStoreStatic,  // not directly after it
                      file.load(not_ascii), kStoreStatic, "r\xFF\xFF\xFF\x70",
                      kStoreStatic});
  file.constant(0x0E, 1U << 2U | 1U, "c0nst#value77");  // of a parameter
  file.constant(0x08, 1U << 2U, "c0nst#value78");       // a number
  file.constant(0x0E, 3U << 2U, "c0nst#value79");       // a field "user"
  CHECK(listed(in_program(file.bytes())) == "");
}

TEST_CASE("a program of Windows without a CLI header is not read") {
  DotNetFile file{};
  file.code = joined({file.load(wide(kValue)), kStoreStatic});
  std::string bytes = file.bytes();
  CHECK(in_program(bytes).size() == 1);
  put(&bytes, 0x40 + 24 + 96 + 14 * 8, little(0, 4));
  CHECK_FALSE(may_have_program_values(bytes));
  CHECK(in_program(bytes).empty());
}

TEST_CASE("fields of a program of Android") {
  // const-string v1, text; sput-object v1, field
  DexFile file{.code =
                   "\x1A\1\4\0\x69\1\2\0"s
                   // const-string/jumbo v2, text; iput-object v2, v0, field
                   "\x1B\2\5\0\0\0\x5B\2\0\0"s
                   // another register, another place, no such field
                   "\x1A\1\3\0\x69\2\2\0"s
                   "\0\x1A\1\3\0\x69\1\2\0\0"s
                   "\x1A\1\3\0\x69\1\3\0"s,
               .texts = {std::string(kValue), "sTaT1c#Value9", "f1eld#value22"},
               .values = 1};
  const std::string bytes = file.bytes();
  REQUIRE(may_have_program_values(bytes));
  const std::vector<NamedValue> values = in_program(bytes);
  CHECK(listed(values) ==
        "db_password Kx7mQ2#vLw9p\n"
        "api_token sTaT1c#Value9\n"
        "db_password f1eld#value22\n");
  for (const NamedValue& value : values)
    CHECK(bytes.substr(value.at).starts_with(value.value));
  file.values = 3;
  CHECK(in_program(file.bytes()).size() == 4);
}

TEST_CASE("damaged programs of .NET and Android") {
  DotNetFile net{};
  net.code = joined({net.load(wide(kValue)), kStoreStatic});
  net.constant(0x0E, 2U << 2U, "c0nst#value77");
  REQUIRE(in_program(net.bytes()).size() == 2);
  check_damaged(net.bytes());
  const DexFile dex{.code = "\x1A\1\4\0\x69\1\2\0"s,
                    .texts = {std::string(kValue), "sTaT1c#Value9"},
                    .values = 1};
  REQUIRE(in_program(dex.bytes()).size() == 2);
  check_damaged(dex.bytes());
}

}  // namespace sluice::managed_values_test
