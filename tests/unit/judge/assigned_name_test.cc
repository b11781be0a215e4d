// Tests for any text the rules that family_test.cc shows by examples.
#include "judge/context/assigned_name.h"

#include <doctest/doctest.h>

#include <initializer_list>
#include <random>
#include <string>
#include <string_view>

#include "support/effort.h"

namespace sluice::assigned_name_test {

std::string pick(std::mt19937& random,
                 std::initializer_list<const char*> from) {
  return *(from.begin() + random() % from.size());
}

std::string any_text(std::mt19937& random, std::size_t size) {
  std::string text;
  while (text.size() < size)
    text +=
        pick(random, {"a", "key", "_",  "-",       ".",     "=",  ":",    ">",
                      ",", " ",   "\t", "\"",      "'",     "\n", "\r\n", "#",
                      "[", "]",   "(",  "Bearer ", "value", "  ", "\xC3", "9"});
  return text;
}

TEST_CASE("assigned name: however it is written") {
  std::mt19937 random(test::seed(8));
  for (int round = 0; round < test::times(3000, 30'000); ++round) {
    const std::string name = pick(
        random, {"k", "api_key", "api-key", "app.apiKey", "KEY_2", "_key"});
    std::string text = pick(random, {"", "x ", "\n", "{", "  ", "; "});
    const std::size_t begin = text.size();
    text += name;
    text += pick(random, {"", "\"", "'", "']", "\"]"});
    text += pick(random, {"", " ", "    "});
    text += pick(random, {"=", ":", "=>", ":=", "?=", ","});
    text += pick(random, {"", " ", "        "});
    text += pick(random, {"", "\"", "'", "`", "[\"", "(\"", "@'"});
    CAPTURE(text);
    const auto found = assigned_name(text + "VALUE", text.size());
    REQUIRE(found.has_value());
    // A name without a meaning takes the word before it along.
    const bool with_word = name == "k" && text.starts_with("x ");
    CHECK(found->begin == (with_word ? 0 : begin));
    CHECK(found->end == begin + name.size());
  }
}

TEST_CASE("assigned name: the end of a long one") {
  const std::string name(3 * kLongestName, 'k');
  const auto found = assigned_name(name + "=V", name.size() + 1);
  REQUIRE(found.has_value());
  CHECK(found->end == name.size());
  CHECK(found->end - found->begin == kLongestName);
}

TEST_CASE("assigned name: any text is answered, within bounds") {
  std::mt19937 random(test::seed(9));
  for (int round = 0; round < test::times(5000, 50'000); ++round) {
    const std::string text = any_text(random, random() % 300);
    const std::size_t at = random() % (text.size() + 1);
    const auto name = assigned_name(text, at);
    if (name) {
      CHECK(name->begin < name->end);
      CHECK(name->end <= at);
      CHECK(name->end - name->begin <= kLongestName);
    }
    const LinesAbove above = lines_above(text, at);
    CHECK(above.count <= kLinesAbove);
    for (std::size_t i = 0; i < above.count; ++i) {
      CHECK(above.lines[i].size() <= kLineReach);
      CHECK(above.lines[i].data() + above.lines[i].size() <= text.data() + at);
    }
  }
}

TEST_CASE("assigned name: what is far away does not count") {
  std::mt19937 random(test::seed(10));
  for (int round = 0; round < test::times(1000, 10'000); ++round) {
    // One byte more than the reach: what begins before it is not whole.
    const std::string near = any_text(random, kNameReach + 1);
    const std::string whole = any_text(random, 500) + near;
    const std::size_t at = near.size();
    const std::size_t from = whole.size() - (kNameReach + 1);
    const auto cut_name = assigned_name(near, at);
    const auto whole_name = assigned_name(whole, whole.size());
    REQUIRE(cut_name.has_value() == whole_name.has_value());
    const LinesAbove cut =
        lines_above(std::string_view(whole).substr(from), kNameReach + 1);
    const LinesAbove all = lines_above(whole, whole.size());
    REQUIRE(cut.count == all.count);
    for (std::size_t i = 0; i < cut.count; ++i) {
      CHECK(cut.lines[i] == all.lines[i]);
      CHECK(cut.distance[i] == all.distance[i]);
    }
  }
}

TEST_CASE("assigned name: a line above is whole or not seen") {
  const std::string passed_over(kNameReach - 3, 'x');
  const std::string whole = "b\n" + passed_over + "\nKEY=V";
  REQUIRE(whole.find("KEY") == kNameReach);
  CHECK(lines_above(whole, whole.find("KEY")).count == 1);
  const std::string longer = "bc\n" + passed_over + "\nKEY=V";
  CHECK(lines_above(longer, longer.find("KEY")).count == 0);
}

}  // namespace sluice::assigned_name_test
