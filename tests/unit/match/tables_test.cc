#include "match/tables/tables.h"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/effort.h"

namespace sluice::tables_test {

constexpr std::string_view kNames[] = {"password", "token"};
using Cells = std::vector<std::string>;

// All cells of a text's lines.
template <typename Reader>
Cells cells(std::string_view text) {
  Reader reader;
  std::vector<std::string_view> found;
  Cells all;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    reader.read(text.substr(0, end), kNames, &found);
    all.insert(all.end(), found.begin(), found.end());
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return all;
}

TEST_CASE("tables: of Markdown, from head to the first other line") {
  CHECK(cells<PipeTable>("text, password\n"
                         "\n"
                         "| Host | **Password** |\n"
                         "|------|:-------------|\n"
                         "| db1  | `W1llow`     |\n"
                         "  | db2  | 'Ald er' |\n"
                         "\n"
                         "| db3  | none |\n"
                         "|---|---|\n"
                         "| Token | b |\n"
                         "| x | y |\n") ==
        Cells{":-------------", "W1llow", "'Ald er'"});
  CHECK(cells<PipeTable>("| a | b |\n| Password | x |").empty());
  CHECK(cells<PipeTable>("password | x\n--|--\na | b").empty());
}

TEST_CASE("tables: the rows of INSERT") {
  CHECK(cells<SqlRows>("INSERT INTO t (id, password) VALUES (1, 'W1llow');") ==
        Cells{"W1llow"});
  CHECK(cells<SqlRows>("insert  into `t`\n"
                       "  (`id`, \"password\", [api_token])\n"
                       "values\n"
                       "  (1, 'a''b', N'c'), (2, 'd,(e', md5('f')),\n"
                       "  (now(), NULL, g);\n"
                       "(3, 'h', 'i')\n") ==
        Cells{"a''b", "c", "d,(e", "f", "NULL", "g"});
  CHECK(cells<SqlRows>(
            "INSERT INTO t (a) VALUES (1); INSERT INTO u (password, a) VALUES "
            "('W1llow', 2); SELECT (3);") == Cells{"W1llow"});
  CHECK(
      cells<SqlRows>("INSERT INTO t VALUES (1, 'password');\nSELECT ('x', 'y')")
          .empty());
  CHECK(cells<SqlRows>("INSERT INTO t (id, password) VALUES (1);").empty());
  // Without names of columns.
  CHECK(cells<SqlRows>("INSERT INTO t VALUES (1, \"password\"), (2, 'W1llow');")
            .empty());
  // The columns have the same names again, then others.
  CHECK(cells<SqlRows>("INSERT INTO t (id, password) VALUES (1, 'a');\n"
                       "INSERT INTO t (id, password) VALUES (2, 'b');\n"
                       "INSERT INTO t (password, id) VALUES ('c', 3);\n"
                       "INSERT INTO t VALUES ('d', 'e'), ('f', 'g');\n"
                       "INSERT INTO t (password, id) VALUES ('h', 4);\n") ==
        Cells{"a", "b", "c", "h"});
  CHECK(cells<SqlRows>("xinsert into t (password) values ('a')").empty());
}

TEST_CASE("tables: the rows of COPY") {
  CHECK(cells<SqlRows>("COPY public.users (id, password, name) FROM stdin;\n"
                       "1\tW1llow\tAnn, Mrs\n"
                       "2\tAlder (x)\t\\N\n"
                       "\\.\n"
                       "3\tOak\tx\n") == Cells{"W1llow", "Alder (x)"});
}

TEST_CASE("tables: any lines are taken, and cells lie in theirs") {
  const std::string_view pieces[] = {
      "insert into ", "values", "(",           ")",  "'", "\"",
      "\\",           ",",      ";",           "|",  " ", "password",
      "token",        "copy ",  " from stdin", "\t", "x", "`",
      "\r",           "--"};
  std::mt19937 random(test::seed(7));
  int rows = 0;
  for (int round = 0; round < test::times(3000, 30'000); ++round) {
    SqlRows reader;
    PipeTable table;
    std::vector<std::string_view> found;
    for (int lines = 0; lines < 8; ++lines) {
      std::string line = random() % 4 == 0 ? "insert into t (password,a) " : "";
      for (std::size_t i = random() % 12; i > 0; --i)
        line += pieces[random() % std::size(pieces)];
      reader.read(line, kNames, &found);
      rows += found.empty() ? 0 : 1;
      std::vector<std::string_view> below;
      table.read(line, kNames, &below);
      found.insert(found.end(), below.begin(), below.end());
      for (const std::string_view cell : found) {
        if (cell.empty()) continue;
        REQUIRE(cell.data() >= line.data());
        REQUIRE(cell.data() + cell.size() <= line.data() + line.size());
      }
    }
  }
  CHECK(rows > 1000);
}

TEST_CASE("tables: a line longer than any row") {
  SqlRows reader;
  std::vector<std::string_view> found;
  reader.read("insert into t (password) values", kNames, &found);
  const std::string longer(kLongestRow + 1, '(');
  reader.read(longer, kNames, &found);
  CHECK(found.empty());
  reader.read("('a')", kNames, &found);
  CHECK(found.empty());
}

}  // namespace sluice::tables_test
