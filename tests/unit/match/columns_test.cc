#include "match/tables/columns.h"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/effort.h"

namespace sluice::columns_test {

constexpr std::string_view kNames[] = {"password", "token"};
using Cells = std::vector<std::string_view>;

Cells cells(std::string_view header, std::string_view row) {
  Cells found;
  cells_of(row, columns_named(header, kNames), &found);
  return found;
}

TEST_CASE("columns: by the end of their names") {
  CHECK(cells("name,password,token", "a,b,c") == Cells{"b", "c"});
  CHECK(cells("name;Admin Password;x", "a;b;c") == Cells{"b"});
  CHECK(cells("\"name\",\"PASSWORD\"", "\"a\",\"b\"") == Cells{"b"});
  CHECK(cells("name\ttoken", "a\tb") == Cells{"b"});
  CHECK(cells("|name|token|", "|a| b |") == Cells{"b"});
  CHECK(cells("\xef\xbb\xbf\"password\",x", "a,b") == Cells{"a"});
  CHECK(cells("**Password**,x", "a,b") == Cells{"a"});
  CHECK(cells("`Password`,x", "a,b") == Cells{"a"});
  CHECK(cells("_Password_,x", "a,b") == Cells{"a"});
  CHECK(cells("password_hint,tokens", "a,b").empty());
  CHECK(cells("password", "a").empty());
  CHECK(cells("", "a").empty());
}

TEST_CASE("columns: quotes as RFC 4180 has them") {
  CHECK(cells("n,password", "\"a,b\",c") == Cells{"c"});
  CHECK(cells("n,password", "\"a\"\"b\",\"c\"\"d\"") == Cells{"c\"\"d"});
  CHECK(cells("n,password", "a,\"c,d\"") == Cells{"c,d"});
  CHECK(cells("n,password", "a,\"c").empty());
  CHECK(cells("n,password", "a").empty());
  CHECK(cells("n,password", "a,") == Cells{""});
  CHECK(cells("n,password\r", "a,b\r") == Cells{"b"});
}

TEST_CASE("columns: a header may be as long as a row, and no longer") {
  const std::string head = "password,x,";
  const std::string most = head + std::string(kLongestRow - head.size(), 'n');
  CHECK(cells(most, "a,b") == Cells{"a"});
  CHECK(cells(most + "n", "a,b").empty());
}

TEST_CASE("columns: the last field of a line") {
  for (const auto& sample :
       {std::pair<std::string_view, std::string_view>{"ops:W1llow", "W1llow"},
        {"[smtp.x]:587 ops@x:W1llow\r", "W1llow"},
        {"10.0.0.2\tW1llow  ", "W1llow"},
        {"db:5432:*:ops:two words", "two words"},
        {"W1llow", "W1llow"},
        {"ops:\"W1llow\"", "W1llow"},
        {"ops: 'W1llow'", "W1llow"},
        {"ops:", ""},
        {"# ops:W1llow", ""},
        {"; ops:W1llow", ""},
        {"ops:\"", "\""},
        {"", ""}}) {
    // No bindings: in clang 14, a lambda, which CAPTURE uses, cannot capture
    // one.
    const std::string_view line = sample.first;
    const std::string_view field = sample.second;
    CAPTURE(line);
    CHECK(last_field(line) == field);
  }
}

TEST_CASE("columns: any bytes are taken, and cells lie in their row") {
  std::mt19937 random(test::seed(5));
  for (int round = 0; round < test::times(20000, 200'000); ++round) {
    std::string text[2];
    for (std::string& line : text)
      for (std::size_t i = random() % 30; i > 0; --i)
        line += "password,;\t|\"\"\r a"[random() % 17];
    for (const std::string_view cell : cells(text[0], text[1])) {
      REQUIRE(cell.data() >= text[1].data());
      REQUIRE(cell.data() + cell.size() <= text[1].data() + text[1].size());
    }
  }
}

}  // namespace sluice::columns_test
