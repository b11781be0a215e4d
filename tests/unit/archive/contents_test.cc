#include "archive/contents.h"

#include <doctest/doctest.h>

#include <string>

namespace sluice::contents_test {

using namespace std::string_literals;

// An ar archive of one file.
std::string ar_of(const std::string& name, const std::string& bytes) {
  const auto field = [](std::string text, std::size_t size) {
    text.resize(size, ' ');
    return text;
  };
  return "!<arch>\n" + field(name + "/", 16) + field("0", 12) + field("0", 6) +
         field("0", 6) + field("644", 8) +
         field(std::to_string(bytes.size()), 10) + "`\n" + bytes +
         (bytes.size() % 2 == 0 ? "" : "\n");
}

std::string text_of(const Contents& contents, const std::string& name) {
  for (const Content& content : contents.texts)
    if (!content.is_container && content.name == name) return content.bytes;
  return "(none)";
}

TEST_CASE("contents: members, and those of containers in them") {
  const auto contents = contents_of(ar_of("a.ar", ar_of("b.txt", "words")),
                                    {.bytes = 10'000, .depth = 2});
  REQUIRE(contents);
  CHECK(contents->packing == Packing::kAr);
  CHECK(text_of(*contents, "a.ar/b.txt") == "words");
  CHECK(contents->incomplete.empty());
}

TEST_CASE("contents: what is too deep is named and stays as it is") {
  const std::string inner = ar_of("b.txt", "words");
  const auto contents =
      contents_of(ar_of("a.ar", inner), {.bytes = 10'000, .depth = 1});
  REQUIRE(contents);
  CHECK(text_of(*contents, "a.ar") == inner);
  CHECK_FALSE(contents->incomplete.empty());
}

TEST_CASE("contents: a bound on the bytes is named") {
  const auto contents = contents_of(ar_of("b.txt", std::string(5000, 'x')),
                                    {.bytes = 1000, .depth = 2});
  REQUIRE(contents);
  CHECK_FALSE(contents->incomplete.empty());
}

TEST_CASE("contents: names count for the bound, too") {
  std::string many = "!<arch>\n";
  for (int i = 0; i < 200; ++i)
    many += ar_of(std::to_string(100'000'000 + i), "").substr(8);
  const auto contents = contents_of(many, {.bytes = 1000, .depth = 2});
  REQUIRE(contents);
  CHECK(contents->texts.size() < 200);
  CHECK_FALSE(contents->incomplete.empty());
}

TEST_CASE("contents: a damaged container is named, a chance is none") {
  const auto damaged = contents_of("7z\xBC\xAF\x27\x1C and more"s, {1000, 2});
  REQUIRE(damaged);
  CHECK_FALSE(damaged->incomplete.empty());
  CHECK_FALSE(contents_of("\x1F\x9D\x90 by chance"s, {1000, 2}));
  CHECK_FALSE(contents_of("a text", {1000, 2}));
}

}  // namespace sluice::contents_test
