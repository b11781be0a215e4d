#include "decode/encoded_text.h"

#include <doctest/doctest.h>

#include <string>

#include "decode/marks.h"
#include "text/base64.h"

namespace sluice::encoded_text_test {

// Returns the decoded text of the first run in `text`; empty if there is none.
std::string held_in(std::string_view text) {
  Marks marks;
  find_marks_in_short(text, 0, text.size(), Escapes::kAll, &marks);
  for (const SourceRange& run : marks.runs)
    if (const auto head = encoded_head(text, run))
      if (const auto decoded =
              decode_span(text, with_lines(text, *head), 1 << 20))
        return decoded->decoded.text;
  return "";
}

bool goes_on(const std::string& text, const std::string& line) {
  const std::size_t begin = text.rfind(line);
  const auto head = encoded_head(text, {begin, begin + line.size()});
  return head && is_continuation(text, *head);
}

TEST_CASE("text in base64 and in hexadecimal digits") {
  CHECK(held_in("k: aGVsbG8gd29ybGQgMTI=") == "hello world 12");
  CHECK(held_in("k=aGVsbG8gd29ybGQgMTI") == "hello world 12");
  CHECK(held_in("0x68656c6c6f20776f726c64") == "hello world");
  CHECK(held_in("/path/aGVsbG8gd29ybGQgMTI=") == "hello world 12");
  CHECK(held_in("name-aGVsbG8gd29ybGQgMTI=") == "hello world 12");
}

TEST_CASE("each line of hexadecimal digits is a text of its own") {
  const std::string one = "70617373776f7264203d2066697273745f6f6e655f323232";
  const std::string other = "70617373776f7264203d20616e6f746865725f32325f3333";
  CHECK(held_in(other + "\n") == "password = another_22_33");
  CHECK_FALSE(goes_on(one + "\n" + other + "\n", other));
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
  CHECK(goes_on(text, last));
  CHECK_FALSE(goes_on(text, first));
}

TEST_CASE("a line is part of the text of the line before it, or begins one") {
  const std::string text_line =
      "cGFzc3dvcmQgPSAia1Y4eExtMlpyNVRrV3E3QiIK";  // sluice:allow
  const std::string within_character =
      "grzCvCBwYXNzd29yZCA9ICJrVjh4TG0yWnI1VGtX";  // sluice:allow
  const std::string packed =
      "H4sIAAAAAAAAAytILC4uzy9KUbBVUMoOs6jwyTWKKjIN";  // sluice:allow
  const std::string noise = "/4sIAAAAAAAAA/9ILC4uzy9KUbBVUMoOs6jwyTWKKjIN";
  // However many lines there are, no two of these are read from the same bytes.
  CHECK(goes_on(within_character + "\n" + text_line, text_line));
  CHECK(goes_on(packed + "\n" + text_line, text_line));
  CHECK(goes_on(noise + "\n" + packed, packed));
  CHECK_FALSE(goes_on(noise + "\n" + text_line, text_line));
  CHECK_FALSE(goes_on(noise + "AAAA\n" + packed, packed));
}

TEST_CASE("a text directly behind the short last line of another begins anew") {
  // Texts of words, in lines of 76 digits. A last line without padding has a
  // length that a line in the middle of a text could have.
  const auto folded = [](std::size_t bytes) {
    std::string words;
    while (words.size() < bytes) words += "some words in a row ";
    const std::string digits = base64_encode(words.substr(0, bytes));
    std::string lines;
    for (std::size_t at = 0; at < digits.size(); at += 76)
      lines += digits.substr(at, 76) + "\n";
    return lines;
  };
  for (std::size_t first = 57 * 2 + 3; first < 57 * 5; first += 3) {
    CAPTURE(first);
    const std::string above = folded(first);
    const std::string below = folded(171);
    const std::string text = above + below;
    const auto head = encoded_head(text, {above.size(), above.size() + 76});
    REQUIRE(head);
    // Only a full line at the end of a text lets the next one join it.
    CHECK(is_continuation(text, *head) == (first % 57 == 0));
    for (std::size_t at = 77; at + 76 <= below.size(); at += 77) {
      const EncodedSpan inner{Coding::kBase64,
                              {above.size() + at, above.size() + at + 76}};
      CHECK(is_continuation(text, inner));
    }
  }
}

TEST_CASE("a first line that signs cut into short runs is found") {
  const std::string first =
      "N3q8ryccAASKDafi+AAAAAAAAAAhAAAAAAAAACkg+QEAEYgK5rpJl+8d8aOgyOTMK1FR";
  const std::string next = "7QOv25mjmZg5oy2SM61Zevxy5BKXNRKsGJaXT6jIBbp7uiJAGK";
  const std::string text = "x\n  " + first + "\n  " + next + "\n";
  Marks marks;
  find_marks(text, 0, text.size(), Escapes::kAll, &marks);
  REQUIRE(marks.runs.size() == 1);
  add_lines_above(text, kMinRun, &marks.runs);
  REQUIRE(marks.runs.size() == 2);
  CHECK(text.substr(marks.runs[0].begin, first.size()) == first);
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

}  // namespace sluice::encoded_text_test
