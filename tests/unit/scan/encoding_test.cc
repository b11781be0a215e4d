#include "scan/text/encoding.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include "support/effort.h"
#include "unit/scan/encoded.h"

namespace sluice::encoding_test {

using namespace std::string_literals;

std::string zip_of(std::string_view name) {
  // A local header as archivers write it, with its 16- and 32-bit numbers.
  return "PK\3\4\x14\0\0\0\x08\0\x21\x5c\x73\x57\x9a\x1f\x2b\x77\x40\x01\0\0"s +
         "\x10\x03\0\0\x0b\0\0\0"s + std::string(name);
}

std::string numbers(std::size_t count, std::size_t width) {
  std::string bytes;
  for (std::size_t i = 0; i < count; ++i) {
    bytes += static_cast<char>(i * 7 % 256);
    bytes.append(width - 1, '\0');
  }
  return bytes;
}

FileHead head_of_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string head(kSniffBytes, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(file.gcount()));
  return sniff_head(head);
}

TEST_CASE("encoding: marks") {
  struct Row {
    std::string head;
    TextEncoding encoding;
    std::size_t mark;
    bool binary;
  };
  const Row rows[] = {
      {"", TextEncoding::kBytes, 0, false},
      {"text", TextEncoding::kBytes, 0, false},
      {"\xEF\xBB\xBFtext", TextEncoding::kBytes, 3, false},
      {"\xEF\xBB\xBF", TextEncoding::kBytes, 3, false},
      {"\xEF\xBB", TextEncoding::kBytes, 0, false},
      {"\xEF\xBB\xBF\0"s, TextEncoding::kBytes, 3, true},
      {"\xFF\xFE", TextEncoding::kUtf16Little, 2, false},
      {"\xFE\xFF", TextEncoding::kUtf16Big, 2, false},
      {"\xFF\xFEt\0"s, TextEncoding::kUtf16Little, 2, false},
      {"\xFE\xFF\0t"s, TextEncoding::kUtf16Big, 2, false},
      {"\xFF", TextEncoding::kBytes, 0, false},
      {"\xFE", TextEncoding::kBytes, 0, false},
      {"\xFF\xFE\0\0"s, TextEncoding::kUtf32Little, 4, false},
      {"\xFF\xFE\0\0t\0\0\0"s, TextEncoding::kUtf32Little, 4, false},
      {"\0\0\xFE\xFF\0\0\0t"s, TextEncoding::kUtf32Big, 4, false},
      // NULs are no text.
      {"\0\0\xFE\xFF\0\0\0\0"s, TextEncoding::kBytes, 0, true},
      // The bytes of a mark before what cannot be UTF-32.
      {"\xFF\xFE\0\0t\0o\0"s, TextEncoding::kUtf16Little, 2, false},
      {"\0\0\xFE\xFF\x12\x34\x56\x78"s, TextEncoding::kBytes, 0, true},
      // A mark stands first or is none.
      {" \xFF\xFEt\0"s, TextEncoding::kBytes, 0, true},
      {"a\0"s, TextEncoding::kBytes, 0, true},
      {"a\0b\0"s, TextEncoding::kUtf16Little, 0, false},
      {"\0a\0b"s, TextEncoding::kUtf16Big, 0, false},
      {std::string(kSniffBytes, 'x') + '\0', TextEncoding::kBytes, 0, false},
      {std::string(kSniffBytes - 1, 'x') + '\0', TextEncoding::kBytes, 0, true},
  };
  for (const Row& row : rows) {
    CAPTURE(row.head);
    const FileHead head = sniff_head(row.head);
    CHECK(head.encoding == row.encoding);
    CHECK(head.mark == row.mark);
    CHECK(head.binary == row.binary);
  }
}

TEST_CASE("encoding: UTF-16 without a mark, in many scripts") {
  std::u16string texts[] = {
      u"# settings\r\nuser = root\r\nhost = db.internal\r\n",
      u"{\"key\":\"value\",\"n\":[1,2,3]}",
      u"# настройки сервера\nпользователь = root\nhost = db\n",
      u"# 一般的设置　在这里\nhost = db.internal\n# 用户的名字\nuser = root\n",
      u"; señor, çà et là, Straße\nx = \u00e9\u00e8\n",
      u"party \U0001F600 time \U0001F680 with pairs\n",
  };
  for (const std::u16string& text : texts) {
    CAPTURE(to_utf8(text));
    for (const std::size_t times : {1UL, 30UL, 3000UL}) {
      std::u16string units;
      for (std::size_t i = 0; i < times; ++i) units += text;
      std::string little = encoded(units, Encoded::kLittle);
      std::string big = encoded(units, Encoded::kBig);
      CHECK(sniff_head(little).encoding == TextEncoding::kUtf16Little);
      CHECK(sniff_head(big).encoding == TextEncoding::kUtf16Big);
      CHECK_FALSE(sniff_head(little).binary);
      // With half a unit at the end, as what is being written has.
      CHECK(sniff_head(little + "x").encoding == TextEncoding::kUtf16Little);
      CHECK(sniff_head(big + '\0').encoding == TextEncoding::kUtf16Big);
    }
  }
}

TEST_CASE("encoding: what is binary and not UTF-16") {
  std::mt19937 random(test::seed(3));
  std::string noise(5000, '\0');
  for (char& c : noise) c = static_cast<char>(random());
  std::string words;
  for (int i = 0; i < 900; ++i) {
    // Strings of odd size that NULs end: each NUL at an odd offset.
    for (int k = 0; k < 3; ++k) words += static_cast<char>('a' + random() % 26);
    words += '\0';
  }
  std::string lines;
  for (int i = 0; i < 900; ++i)
    lines += {static_cast<char>('a' + random() % 26), 'x', '\n', '\0'};
  // Instructions of two bytes: "d" and "i" have no operand at times, the others
  // always have one.
  std::string code;
  for (int i = 0; i < 2000; ++i) {
    const bool bare = random() % 3 == 0;
    code += bare ? "di"[random() % 2] : "d\x93\xa5"[random() % 3];
    code += bare ? '\0' : static_cast<char>(1 + random() % 30);
  }
  const std::u16string text = u"the one half, and then the other half\n";
  std::u16string half;
  for (int i = 0; i < 40; ++i) half += text;
  const std::string halves =
      encoded(half, Encoded::kLittle) + encoded(half, Encoded::kBig);
  const std::string files[] = {
      noise,
      words,
      lines,
      code,
      halves,
      numbers(2000, 2),
      numbers(1000, 4),
      numbers(500, 8),
      zip_of("config.json"),
      "\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\x02\0\0\0\x01\0\x08\x06\0\0\0"s,
      "\x7f"
      "ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0\x3e\0\1\0\0\0\x60\x10\0\0"s,
      std::string(4000, '\0'),
      "one\0two\0three\0"s,
  };
  for (const std::string& file : files) {
    CAPTURE(file.substr(0, 16));
    CHECK(sniff_head(file).encoding == TextEncoding::kBytes);
    CHECK(sniff_head(file).binary);
    CHECK(sniff_head(file.substr(1)).encoding == TextEncoding::kBytes);
  }
}

TEST_CASE("encoding: this machine's programs are not UTF-16") {
  std::size_t programs = 0;
  std::error_code ignored;
  for (const char* const directory : {"/usr/bin", "/usr/lib/locale"}) {
    for (std::filesystem::recursive_directory_iterator it(directory, ignored),
         end;
         it != end && programs < 1500; it.increment(ignored)) {
      if (it->is_symlink(ignored) || !it->is_regular_file(ignored)) continue;
      const FileHead head = head_of_file(it->path());
      if (!head.binary && !is_decoded(head.encoding)) continue;
      ++programs;
      CAPTURE(it->path().string());
      CHECK(head.encoding == TextEncoding::kBytes);
    }
  }
  WARN(programs > 0);
}

TEST_CASE("encoding: a program is one, whatever its name says") {
  using namespace std::string_literals;
  for (const std::string& magic : {"\x7F"
                                   "ELF"s,
                                   "MZ"s, "\xCF\xFA\xED\xFE"s})
    CHECK(sniff_head(magic + "\0\x01\x02"s).program);
  CHECK_FALSE(sniff_head("KEY=1\n\0"s).program);
  CHECK_FALSE(sniff_head("MZ is a text").program);
}

}  // namespace sluice::encoding_test
