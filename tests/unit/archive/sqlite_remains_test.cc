#include "archive/sqlite_remains.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "archive/held_bytes.h"
#include "archive/sqlite_record.h"

namespace sluice::sqlite_remains_test {

using namespace std::string_literals;
using namespace std::string_view_literals;

// The header of a database with pages of 512 bytes.
std::string header(char encoding) {
  std::string bytes = "SQLite format 3\0\2\0"s;
  bytes.resize(512);
  bytes[59] = encoding;
  return bytes;
}

// The text of a page that begins with these bytes, with the place and the width
// of each line.
struct Remains {
  std::string text;
  std::vector<TextPlace> places;
};

Remains remains(std::string page, char encoding = 1) {
  page.resize(512);
  const std::string bytes = header(encoding) + page;
  const TextBytes source(bytes);
  SqliteRemains reader(source);
  Leftover rest;
  reader.add(512, std::string_view(bytes).substr(512), &rest);
  rest.end_run();
  return {std::string(rest.text()), rest.places()};
}

std::string wide(std::string_view text, bool big) {
  std::string bytes;
  for (const char c : text) bytes += big ? "\0"s + c : c + "\0"s;
  return bytes;
}

// A row of a table: two texts.
std::string row(std::string_view first, std::string_view second) {
  std::string record = "\3"s;
  for (const std::string_view text : {first, second})
    record += static_cast<char>(2 * text.size() + 13);
  record.append(first).append(second);
  return static_cast<char>(record.size()) + "\7"s + record;
}

TEST_CASE("sqlite: the head of a record") {
  std::vector<std::uint64_t> ends;
  const std::string record = row("ab", "cde").substr(2);
  CHECK(read_record_head(record, record.size(), &ends) == RecordHead::kRight);
  CHECK(ends == std::vector<std::uint64_t>{3, 5, 8});
  // The values may be in other pages.
  CHECK(read_record_head(record.substr(0, 3), 8, &ends) == RecordHead::kRight);
  CHECK(read_record_head(record.substr(0, 2), 8, &ends) == RecordHead::kCut);
  CHECK(read_record_head(record, 9, &ends) == RecordHead::kWrong);
  CHECK(read_record_head("\2\12"sv, 2, &ends) == RecordHead::kWrong);
  CHECK(read_record_head("", 0, &ends) == RecordHead::kCut);
}

TEST_CASE("sqlite: numbers of one to nine bytes") {
  std::size_t at = 0;
  CHECK(read_varint("\x81\x01"sv, &at) == 129);
  CHECK(at == 2);
  at = 0;
  CHECK(read_varint("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"sv, &at) ==
        ~std::uint64_t{0});
  at = 0;
  CHECK_FALSE(read_varint("\x81"sv, &at).has_value());
}

TEST_CASE("sqlite: a text ends where its row says") {
  // The size of each row is a letter.
  const std::string page = "12345678" + row(std::string(30, 'a'), "name name") +
                           row(std::string(40, 'b'), "last last");
  CHECK(remains(page).text == std::string(30, 'a') + "\nname name\n" +
                                  std::string(40, 'b') + "\nlast last\n");
}

TEST_CASE("sqlite: texts in UTF-16 have their place, in both orders") {
  for (const bool big : {false, true}) {
    for (const char encoding : {'\1', big ? '\3' : '\2'}) {
      const std::string page = "\1\2\3\4\5"s + wide("a text of words", big) +
                               "\5\6\7\x80"s + "plain text";
      const Remains found = remains(page, encoding);
      CHECK(found.text == "a text of words\nplain text\n");
      REQUIRE(found.places.size() == 2);
      CHECK(found.places[0].source == 512 + 5);
      CHECK(found.places[0].width == 2);
      CHECK(found.places[1].source == 512 + 5 + 30 + 4);
      CHECK(found.places[1].width == 1);
    }
  }
}

TEST_CASE("sqlite: the header tells the order of a text beside other bytes") {
  CHECK(remains("\1\2\3\4x"s + wide("big and wide", true), 3).text ==
        "big and wide\n");
  CHECK(
      remains("\1\2\3\4\0"s + wide("little and wide", false) + "Z\1", 2).text ==
      "little and wide\n");
}

TEST_CASE("sqlite: the remains are what no range has") {
  const std::string bytes = header(1) + "xxxx a row that is known" +
                            std::string(600, '\0') + "free text";
  const TextBytes source(bytes);
  CHECK(sqlite_remains(source, {{512, 560}, {0, 100}}) == "free text\n");
}

}  // namespace sluice::sqlite_remains_test
