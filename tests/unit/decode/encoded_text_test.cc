#include "decode/encoded_text.h"

#include <doctest/doctest.h>

#include <string>

#include "decode/marks.h"

using namespace sluice;

namespace {

// What the first run of `text` holds; empty: nothing to be read.
std::string held_in(std::string_view text) {
  Marks marks;
  find_marks_in_short(text, Escapes::kAll, &marks);
  for (const SourceRange& run : marks.runs)
    if (const auto span = encoded_run(text, run))
      if (const auto decoded = decode_span(text, *span, 1 << 20))
        return decoded->decoded.text;
  return "";
}

}  // namespace

TEST_CASE("text in base64 and in hexadecimal digits") {
  CHECK(held_in("k: aGVsbG8gd29ybGQgMTI=") == "hello world 12");
  CHECK(held_in("k=aGVsbG8gd29ybGQgMTI") == "hello world 12");
  CHECK(held_in("0x68656c6c6f20776f726c64") == "hello world");
  CHECK(held_in("/path/aGVsbG8gd29ybGQgMTI=") == "hello world 12");
  CHECK(held_in("name-aGVsbG8gd29ybGQgMTI=") == "hello world 12");
}

TEST_CASE("names, hashes and pictures hold nothing") {
  for (const std::string_view text :
       {"internationalization_of_everything", "getElementsByTagNameAndClass",
        "d41d8cd98f00b204e9800998ecf8427e", "/usr/lib/python3/dist/packages",
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ",
        "AAAAB3NzaC1yc2EAAAADAQABAAABgQC7"})
    CHECK(held_in(text) == "");
}

TEST_CASE("lines are one text, and no word behind them is part of it") {
  const std::string first =
      "dGhpcyBpcyBhIGxvbmcgdGV4dCB0aGF0IGlzIGJyb2tlbiBpbnRvIGxpbmVzIGJl";
  const std::string last = "Y2F1c2UgaXQgaXM=";
  const std::string both =
      "this is a long text that is broken into lines because it is";
  CHECK(held_in("k:\n  " + first + "\n  " + last + "\nend\n") == both);
  CHECK(held_in("k: " + first + "\r\n" + last + "\r\n") == both);
  CHECK(held_in(first + "\nend\n") == both.substr(0, 48));
  const std::string text = "k:\n  " + first + "\n  " + last + "\n";
  CHECK(is_continuation(text, text.find(last)));
  CHECK_FALSE(is_continuation(text, text.find(first)));
}

TEST_CASE("a value that a name leads to may be short") {
  const std::string_view text = "password: aHVudGVyMg== # x";
  const auto span = decode_value(text, {10, 20});
  REQUIRE(span);
  CHECK(span->decoded.text == "hunter2");
  CHECK(span->range == SourceRange{10, 22});
  CHECK_FALSE(decode_value("password: hunter2hunter2", {10, 24}));
  CHECK_FALSE(decode_value("password: aHVu", {10, 14}));
}

TEST_CASE("a key of DER in hexadecimal digits is given as base64") {
  const std::string text =
      "302e020100300506032b657004220420" + std::string(64, '7');
  CHECK(held_in(text).starts_with("MC4CAQAwBQYDK2VwBCIEI"));
}
