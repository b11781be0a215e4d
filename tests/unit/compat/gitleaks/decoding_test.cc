#include "gitleaks/detector/decoding.h"

#include <doctest/doctest.h>
#include <fmt/core.h>

#include <string>
#include <vector>

#include "text/base64.h"

namespace sluice::decoding_test {

using Strings = std::vector<std::string>;

TEST_CASE("decoding: a match inside a piece stands where the piece does") {
  EncodingScratch scratch;
  const std::string piece = base64_encode("first word, second word 1");
  const std::string text = "line\nx = " + piece + ";\nend";
  const DecodePass pass(text, nullptr, scratch);
  REQUIRE(pass.text() == "line\nx = first word, second word 1;\nend");
  const Range word{pass.text().find("second"), pass.text().find(" word 1")};
  CHECK(pass.touches(word));
  CHECK(pass.original(word).begin == text.find(piece));
  CHECK(pass.original(word).end == text.find(piece) + piece.size());
  CHECK(pass.line(word) == "\nx = first word, second word 1;");
  CHECK(pass.tags(word) == Strings{"decoded:base64", "decode-depth:1"});
  CHECK(!pass.touches({0, 3}));
}

TEST_CASE("decoding: what sticks out of a piece is taken along") {
  EncodingScratch scratch;
  const std::string text = "ab%41%42cd ef";
  const DecodePass pass(text, nullptr, scratch);
  REQUIRE(pass.text() == "abABcd ef");
  const Range all = pass.original({1, 6});
  CHECK(all.begin == 1);
  CHECK(all.end == 10);
  // Touching is enough.
  CHECK(pass.touches({4, 6}));
  CHECK(!pass.touches({5, 6}));
}

TEST_CASE(
    "decoding: a match inside a piece does not take its neighbour along") {
  EncodingScratch scratch;
  const std::string first = base64_encode("word number 1");
  const std::string second = base64_encode("word number 23");
  REQUIRE(first.ends_with('='));
  const DecodePass pass(first + second, nullptr, scratch);
  REQUIRE(pass.text() == "word number 1word number 23");
  const Range place = pass.original({0, 13});
  CHECK(place.begin == 0);
  CHECK(place.end == first.size());
  CHECK(pass.original({0, 14}).end > first.size());
}

TEST_CASE("decoding: passes lead back to the file's own text") {
  EncodingScratch scratch;
  const std::string inner = base64_encode("the secret is 12345");
  std::string outer;
  for (const char c : inner) outer += fmt::format("{:02x}", c);
  const std::string text = "< " + outer + " >";
  const DecodePass first(text, nullptr, scratch);
  REQUIRE(first.text() == "< " + inner + " >");
  const DecodePass second(first.text(), &first, scratch);
  REQUIRE(second.text() == "< the secret is 12345 >");
  const Range place = second.original({6, 12});
  CHECK(place.begin == 2);
  CHECK(place.end == 2 + outer.size());
  CHECK(second.tags({6, 12}) ==
        Strings{"decoded:hex", "decoded:base64", "decode-depth:2"});
  const DecodePass third(second.text(), &second, scratch);
  CHECK(third.empty());
}

}  // namespace sluice::decoding_test
