#include "match/assignment/assignment_reader.h"

#include <doctest/doctest.h>

#include <string>

namespace sluice::assignment_reader_test {

// A reader behind the first `name` of `text`.
AssignmentReader behind(std::string_view text, std::string_view name) {
  return {text, text.find(name) + name.size()};
}

TEST_CASE(
    "reader: the end of the text reads as a line end, and gives nothing") {
  AssignmentReader reader("ab", 0);
  CHECK(reader.peek() == 'a');
  CHECK(reader.peek(1) == 'b');
  CHECK(reader.peek(2) == '\n');
  CHECK(reader.before() == '\n');
  CHECK(reader.take('a'));
  CHECK(reader.before() == 'a');
  CHECK_FALSE(reader.take('a'));
  CHECK(reader.take('b'));
  CHECK(reader.done());
  CHECK(reader.peek() == '\n');
  CHECK_FALSE(reader.take('\n'));
  CHECK_FALSE(reader.take("b"));
}

TEST_CASE("reader: a word is taken whole, in any case, or not at all") {
  AssignmentReader reader("Const pw", 0);
  CHECK_FALSE(reader.take("constant"));
  CHECK(reader.at() == 0);
  CHECK(reader.take("const"));
  CHECK(reader.at() == 5);
  CHECK(reader.rest() == " pw");
}

TEST_CASE("reader: at most so many blanks, and a value on the next line") {
  const std::string wide = "=" + std::string(kMaxBlanks + 5, ' ') + "v";
  AssignmentReader reader(wide, 1);
  CHECK(reader.blanks() == kMaxBlanks);
  CHECK(reader.blanks(2) == 2);
  for (const std::string_view text : {"= \n  v", "= \\\r\n\tv", "=\nv"}) {
    AssignmentReader next(text, 1);
    CHECK(next.to_next_line());
    CHECK(next.rest() == "v");
  }
  AssignmentReader same("=  v", 1);
  CHECK_FALSE(same.to_next_line());
  CHECK(same.rest() == "v");
  // A backslash that ends no line is left where it is.
  AssignmentReader escape("= \\v", 1);
  CHECK_FALSE(escape.to_next_line());
  CHECK(escape.rest() == "\\v");
}

TEST_CASE("reader: the line before a name, the whole of it") {
  const AssignmentReader reader =
      behind("x = 1\n  { db.my-password = 1", "password");
  CHECK(reader.line_before_name() == "  { ");
  CHECK(reader.before_name() == ' ');
  CHECK(reader.is_in_braces());
  const AssignmentReader first = behind("password = 1", "password");
  CHECK(first.line_before_name().empty());
  CHECK(first.before_name() == '\n');
  CHECK_FALSE(first.is_in_braces());
  CHECK(behind("{password, 1}", "password").opens_pair());
  CHECK(behind("define(PASSWORD, 1)", "PASSWORD").opens_pair());
  CHECK_FALSE(behind("call(password, 1)", "password").opens_pair());
}

TEST_CASE("reader: a shorter text ends the reader that is given it") {
  AssignmentReader inner = AssignmentReader("pw='ab'", 4).with_rest(2);
  CHECK(inner.rest() == "ab");
  inner.skip(2);
  CHECK(inner.done());
}

TEST_CASE("pair list: what separates the pairs, and what ends a value") {
  const auto list_of = [](std::string_view before) {
    return pair_list(before);
  };
  const auto semicolons = list_of("dsn = \"Server=db;Uid=u;");
  REQUIRE(semicolons);
  CHECK(semicolons->separator == ';');
  CHECK(semicolons->quote == '"');
  CHECK_FALSE(semicolons->is_escaped);
  CHECK(value_size(*semicolons, "abc;x=1\"") == 3);
  CHECK(value_size(*semicolons, "abc\"; y") == 3);
  const auto query = list_of("url: https://a.example/?user=u&");
  REQUIRE(query);
  CHECK(query->separator == '&');
  CHECK(value_size(*query, "abc&x=1") == 3);
  // A list of one pair is none.
  CHECK_FALSE(list_of("dsn = \"Server=db "));
  CHECK_FALSE(list_of(""));
}

}  // namespace sluice::assignment_reader_test
