#include <doctest/doctest.h>
#include <sqlite3.h>

#include <string>
#include <vector>

#include "archive/held_bytes.h"
#include "archive/members.h"
#include "archive/sqlite_pages.h"
#include "archive/sqlite_row.h"
#include "opened.h"

namespace sluice::sqlite_test {

using namespace std::string_literals;
using namespace std::string_view_literals;

// The bytes of a database that these statements make.
std::string database(const std::string& script) {
  sqlite3* made = nullptr;
  REQUIRE(sqlite3_open(":memory:", &made) == SQLITE_OK);
  REQUIRE(sqlite3_exec(made, script.c_str(), nullptr, nullptr, nullptr) ==
          SQLITE_OK);
  sqlite3_int64 size = 0;
  unsigned char* const image = sqlite3_serialize(made, "main", &size, 0);
  const std::string bytes(reinterpret_cast<const char*>(image),
                          static_cast<std::size_t>(size));
  sqlite3_free(image);
  sqlite3_close(made);
  return bytes;
}

struct Shown {
  std::vector<std::string> members;  // "name=text", without the statements
  std::vector<ByteRange> ranges;     // of members, sorted
  std::string error;
};

Shown shown(const std::string& bytes) {
  Opened of;
  const TextBytes source(bytes);
  const auto members =
      Members::open(source, {}, Packing::kSqlite, of.unpacking);
  Shown all;
  for (;;) {
    const Result<std::optional<Member>> member = members->next();
    if (!member) all.error = member.error().message;
    if (!member || !*member) break;
    const std::string text = text_of(*members);
    if ((*member)->name != "sqlite_schema")
      all.members.push_back((*member)->name + "=" + text);
  }
  all.ranges = members->accounting()->take_ranges();
  return all;
}

// Whether a member has the bytes.
bool belongs(const std::string& bytes, const Shown& all,
             std::string_view text) {
  const std::size_t at = bytes.find(text);
  REQUIRE(at != bytes.npos);
  for (const ByteRange& range : all.ranges)
    if (range.begin <= at && at + text.size() <= range.end) return true;
  return false;
}

SqliteRows::Value blob(std::string_view bytes) {
  return {SqliteRows::Type::kBlob, bytes};
}

TEST_CASE("sqlite: a row is an object of JSON") {
  const Shown all = shown(
      database("create table t(id integer primary key, a, b);"
               "insert into t values(7, 'x\"y\\z', 1.5);"
               "insert into t values(9, null, null);"
               "insert into t values(10, x'00616200', 'end' || char(10));"
               "create table e(a); create table w(k primary key) without rowid;"
               "insert into w values('b'); insert into w values('a');"));
  CHECK(all.members ==
        std::vector<std::string>{
            "t={\"id\": 7, \"a\": \"x\\\"y\\\\z\", \"b\": 1.5}\n"
            "{\"id\": 9}\n{\"id\": 10, \"a\": \" ab \", \"b\": \"end\\n\"}\n",
            "e=", "w={\"k\": \"a\"}\n{\"k\": \"b\"}\n"});
  CHECK(all.error.empty());
}

TEST_CASE("sqlite: large values are members after their table") {
  const Shown all =
      shown(database("create table t(id integer primary key, a, b);"
                     "insert into t values(7, 'x' || char(10) || 'y', 'z');"
                     "create table w(k primary key, v) without rowid;"
                     "insert into w values(1, 2), (4, x'504b0304');"));
  CHECK(all.members ==
        std::vector<std::string>{"t={\"id\": 7, \"b\": \"z\"}\n", "t/7/a=x\ny",
                                 "w={\"k\": 1, \"v\": 2}\n{\"k\": 4}\n",
                                 "w/2/v=PK\3\4"});
}

TEST_CASE("sqlite: bytes of rows belong to members, deleted ones do not") {
  for (const char* const size : {"2048", "4096", "65536"}) {
    const std::string bytes = database(
        "pragma page_size="s + size +
        "; pragma secure_delete=off; create table t(a, b);"
        "create index i on t(b);"
        "insert into t values('a first row', 'in an index');"
        "insert into t values('a row that is gone', 2);"
        "insert into t values('long ' || hex(zeroblob(50000)) || ' tail', 3);"
        "delete from t where b = 2;");
    const Shown all = shown(bytes);
    CHECK(belongs(bytes, all, "a first row"));
    CHECK(belongs(bytes, all, "in an index"));
    CHECK(belongs(bytes, all, " tail"));
    CHECK(belongs(bytes, all, "CREATE TABLE t"));
    CHECK_FALSE(belongs(bytes, all, "a row that is gone"));
  }
}

TEST_CASE("sqlite: a table whose pages are damaged is named, others are read") {
  std::string bytes = database(
      "pragma page_size=512; create table bad(a); create table good(a);"
      "insert into bad values('in a bad table');"
      "insert into good values('fine');");
  bytes[512] = 99;
  const Shown all = shown(bytes);
  REQUIRE(all.members.size() == 2);
  CHECK(all.members[0] ==
        "bad=!its pages are damaged, so its pages were scanned as they stand");
  CHECK(all.members[1] == "good={\"a\": \"fine\"}\n");
  CHECK_FALSE(belongs(bytes, all, "in a bad table"));
}

TEST_CASE("sqlite: trees do not share pages") {
  const std::string bytes = database(
      "pragma page_size=512; create table t(a);"
      "with recursive n(i) as (select 1 union all select i + 1 from n "
      "where i < 100) insert into t select hex(zeroblob(50)) from n;");
  Opened of;
  const TextBytes source(bytes);
  SqlitePages pages(source, of.unpacking);
  REQUIRE(pages.open());
  CHECK(pages.read_tree(1));
  CHECK(pages.rows() == 1);
  CHECK(pages.read_tree(2));
  CHECK(pages.rows() == 100);
  CHECK_FALSE(pages.read_tree(2));
  CHECK_FALSE(pages.read_tree(0));
  CHECK_FALSE(pages.read_tree(1'000'000));
}

TEST_CASE("sqlite: bytes that are no database are an error") {
  const std::string bytes = database("create table t(a)");
  CHECK(shown("SQLite format 3\0"s).error != "");
  CHECK(shown("SQLite format 3\0"s + std::string(10'000, 'x')).error != "");
  std::string spoilt = bytes;
  spoilt[16] = spoilt[17] = 0;  // the size of a page
  CHECK(shown(spoilt).error != "");
  // In WAL mode, and with a wrong number of pages.
  spoilt = bytes;
  spoilt[18] = spoilt[19] = 2;
  spoilt[31] = 100;
  CHECK(shown(spoilt).error == "");
  CHECK(shown(spoilt).members == std::vector<std::string>{"t="});
}

TEST_CASE("sqlite: what is a member, and which columns are a pair") {
  CHECK_FALSE(is_member(blob("\x01\x02")));
  CHECK(is_member(blob("PK\3\4")));
  CHECK(is_member(blob("a\0b\0c\0d\0e\0f\0g\0h\0"sv)));
  CHECK(is_member(blob("\0a\0b\0c\0d\0e\0f\0g\0h"sv)));
  CHECK_FALSE(is_member({SqliteRows::Type::kText, "one line\n"}));
  CHECK(is_member({SqliteRows::Type::kText, "a\nb"}));
  CHECK_FALSE(is_member({SqliteRows::Type::kNumber, "12"}));
  using Pair = std::pair<std::size_t, std::size_t>;
  CHECK(names_and_values({"id", "option_name", "Value"}) == Pair{1, 2});
  CHECK(names_and_values({"value", "key"}) == Pair{1, 0});
  CHECK_FALSE(names_and_values({"name", "password"}).has_value());
  CHECK_FALSE(names_and_values({"name", "key", "value"}).has_value());
}

}  // namespace sluice::sqlite_test
