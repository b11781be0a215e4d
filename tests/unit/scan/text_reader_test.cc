#include "scan/text/text_reader.h"

#include <doctest/doctest.h>

#include <cerrno>
#include <memory>
#include <random>
#include <string>

#include "fs/file_bytes.h"
#include "support/effort.h"
#include "support/fake_fs.h"
#include "unit/scan/encoded.h"
#include "unit/scan/short_reads.h"

namespace sluice::text_reader_test {

// A text that is taken for UTF-16 with a mark and without, cut or whole.
std::u16string some_units(std::mt19937& random, std::size_t size) {
  std::u16string units;
  while (units.size() < size) {
    switch (random() % 6) {
      case 0:
        units += u"\U0001F600";
        break;
      case 1:
        units += u"\u4e16\u754c";
        break;
      case 2:
        units += u'\u00e9';
        break;
      default:
        units += u"key = word\r\n";
    }
  }
  return units;
}

// Reads file "f" as the pipeline does: a first fill of `first` bytes at least,
// then of any size.
std::string read_all(TextReader& reader, const FileSystem& fs,
                     std::size_t first, std::mt19937& random) {
  const OpenMode mode = random() % 2 == 0 ? OpenMode::kWait : OpenMode::kNoWait;
  const FileBytes file(fs, fs.open("f", mode).value(), true);
  reader.begin(file);
  std::string text;
  std::size_t room = first;
  do {
    const std::unique_ptr<char[]> out(new char[room]);
    const std::size_t got = reader.fill(out.get(), room);
    REQUIRE(got <= room);
    REQUIRE((got + 3 >= room || reader.at_end()));
    text.append(out.get(), got);
    room = 4 + random() % 500;
  } while (!reader.at_end());
  return text;
}

TEST_CASE("text reader: the same text from any encoding in any pieces") {
  FakeFs fs;
  std::mt19937 random(test::seed(1));
  const ShortReads pieces(fs, 7, 2);
  // One reader for all files, as a worker has: nothing of one may show in the
  // next.
  TextReader whole_reader;
  TextReader pieces_reader;
  for (int round = 0; round < test::times(60, 600); ++round) {
    const std::u16string units = some_units(random, 1 + random() % 3000);
    const std::string text = to_utf8(units);
    for (const Encoded form : kForms) {
      CAPTURE(static_cast<int>(form));
      const std::string file = encoded(units, form);
      fs.file("f", file);
      const std::size_t first = 200 + random() % 9000;
      REQUIRE(read_all(whole_reader, fs, first, random) == text);
      REQUIRE(whole_reader.offset() == file.size());
      REQUIRE(whole_reader.head().mark == mark_size(form));
      REQUIRE(read_all(pieces_reader, pieces, first, random) == text);
      REQUIRE(pieces_reader.offset() == file.size());
      REQUIRE_FALSE(pieces_reader.error());
    }
  }
  CHECK(fs.open_files() == 0);
}

TEST_CASE("text reader: what stands between a mark and an end") {
  FakeFs fs;
  std::mt19937 random(test::seed(1));
  const ShortReads one(fs, 1, 1);
  TextReader reader;
  const std::pair<std::string, std::string> rows[] = {
      {"", ""},
      {"\xEF\xBB\xBF", ""},
      {"\xFF\xFE", ""},
      {"\xFE\xFF", ""},
      {"\xFE\xFFx", "\xEF\xBF\xBD"},
      {std::string("\xFF\xFE"
                   "a\0\x3D\xD8",
                   6),
       "a\xEF\xBF\xBD"},
      {std::string("\xFF\xFE"
                   "a\0\x3D\xD8\0",
                   7),
       "a\xEF\xBF\xBD\xEF\xBF\xBD"},
      // Only the first mark is one.
      {"\xFE\xFF\xFE\xFF", "\xEF\xBB\xBF"},
      {"\xEF\xBB\xBF\xEF\xBB\xBF", "\xEF\xBB\xBF"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.first);
    fs.file("f", row.first);
    CHECK(read_all(reader, one, 100, random) == row.second);
    CHECK(reader.offset() == row.first.size());
  }
}

TEST_CASE("text reader: what was read before a failure is given") {
  FakeFs fs;
  std::mt19937 random(test::seed(1));
  TextReader reader;
  const std::string file = encoded(u"one two \U0001F600", Encoded::kLittleMark);
  FakeFs::Node& node = fs.file("f", file);
  node.read_fails = EIO;
  node.bytes_before_failure = file.size() - 2;  // within the pair
  CHECK(read_all(reader, fs, 100, random) == "one two \xEF\xBF\xBD");
  CHECK_FALSE(reader.error());
  CHECK(reader.lost().all() ==
        std::vector<LostRanges::Range>{{file.size() - 2, file.size()}});
  CHECK(reader.offset() == file.size() - 2);
  node.read_fails = 0;
  CHECK(read_all(reader, fs, 100, random) == "one two \xF0\x9F\x98\x80");
  CHECK_FALSE(reader.error());
}

TEST_CASE("text reader: a file that was left in its middle leaves nothing") {
  FakeFs fs;
  std::mt19937 random(test::seed(1));
  TextReader reader;
  fs.file("f", encoded(some_units(random, 3000), Encoded::kBigMark));
  const FileBytes file(fs, fs.open("f", OpenMode::kWait).value(), true);
  reader.begin(file);
  char out[100];
  reader.fill(out, sizeof out);
  CHECK_FALSE(reader.at_end());
  fs.file("f", "text");
  CHECK(read_all(reader, fs, 100, random) == "text");
  CHECK(reader.head().encoding == TextEncoding::kBytes);
}

TEST_CASE("text reader: a file of a known size costs one call") {
  FakeFs fs;
  FakeFs::Node& node = fs.file("f", "0123456789");
  TextReader reader;
  char out[100];
  const auto read_whole = [&](OpenMode mode) {
    const int before = fs.calls().read;
    const FileBytes file(fs, fs.open("f", mode).value(), true);
    reader.begin(file);
    std::string text;
    do {
      text.append(out, reader.fill(out, sizeof out));
    } while (!reader.at_end());
    return std::pair(text, fs.calls().read - before);
  };
  CHECK(read_whole(OpenMode::kNoWait) ==
        std::pair(std::string("0123456789"), 1));
  CHECK(read_whole(OpenMode::kWait) == std::pair(std::string("0123456789"), 1));
  // Bytes that were added after the file was opened are not read.
  node.grows = "ABC";
  CHECK(read_whole(OpenMode::kNoWait) ==
        std::pair(std::string("0123456789"), 1));
}

TEST_CASE("text reader: a file that is cut short while it is read is told of") {
  FakeFs fs;
  FakeFs::Node& node = fs.file("f", "0123456789");
  TextReader reader;
  const FileBytes file(fs, fs.open("f", OpenMode::kNoWait).value(), true);
  node.content = "0123";
  reader.begin(file);
  char out[100];
  CHECK(reader.fill(out, sizeof out) == 4);
  CHECK(reader.at_end());
  REQUIRE(reader.error());
  CHECK(reader.error()->message == "it became shorter while it was read");
  // One whose size was never true, as of those of /sys, is not.
  const OpenedFile same = fs.open("f", OpenMode::kNoWait).value();
  const FileBytes longer(fs, {same.descriptor, 4096}, true);
  reader.begin(longer);
  node.content = std::string(4096, 'x');
  node.read_fails = 0;
  CHECK(reader.fill(out, sizeof out) == sizeof out);
}

TEST_CASE("text reader: what was read before comes first, and then the file") {
  FakeFs fs;
  fs.file("f", "0123456789");
  TextReader reader;
  for (std::size_t known = 0; known <= 10; ++known) {
    const FileBytes file(fs, fs.open("f", OpenMode::kNoWait).value(), true);
    const std::string head = std::string("0123456789").substr(0, known);
    reader.begin(file, head);
    std::string text;
    char out[4];
    do {
      text.append(out, reader.fill(out, sizeof out));
    } while (!reader.at_end());
    CHECK(text == "0123456789");
  }
}

}  // namespace sluice::text_reader_test
