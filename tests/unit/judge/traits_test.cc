#include "judge/value/traits.h"

#include <doctest/doctest.h>

#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "judge/text_facts.h"
#include "judge/value/common.h"
#include "judge/value/drawn.h"
#include "judge/value/look.h"
#include "support/effort.h"
#include "text/ascii.h"

namespace sluice::traits_test {

// Counts as the header says, a property at a time.
template <typename Is>
std::size_t counted(std::string_view text, Is is) {
  std::size_t count = 0;
  for (const char c : text) count += is(c) ? 1U : 0U;
  return count;
}

void check_counts(std::string_view text) {
  const ValueTraits traits(text);
  const auto is_mark = [](char c) {
    return std::string_view("._-/:").find(c) != std::string_view::npos;
  };
  CHECK(traits.size() == text.size());
  CHECK(traits.smalls == counted(text, is_lower));
  CHECK(traits.capitals == counted(text, is_upper));
  CHECK(traits.digits == counted(text, is_digit));
  CHECK(traits.blanks == counted(text, [](char c) { return c == ' '; }));
  CHECK(traits.marks == counted(text, is_mark));
  CHECK(traits.signs == counted(text, [&](char c) {
          return is_printable(c) && !is_alnum(c) && c != ' ' && !is_mark(c);
        }));
  CHECK(traits.printable == (counted(text, is_printable) == text.size()));
  const std::set<char> all(text.begin(), text.end());
  CHECK(traits.different == all.size());
  CHECK(traits.different_signs == counted(std::string(all.begin(), all.end()),
                                          [](char c) { return !is_alnum(c); }));
  std::size_t row = 0;
  std::size_t longest = 0;
  for (const char c : text) {
    row = is_lower(c) ? row + 1 : 0;
    longest = std::max(longest, row);
  }
  CHECK(traits.longest_small == longest);
}

TEST_CASE("traits: each byte counts once, in the class that the header names") {
  check_counts("");
  check_counts("kV8x Lm2Z-r5Tk_WqB.com/a:b?c=d");
  std::mt19937 random(test::seed(20261126));
  for (int i = 0; i < 2000; ++i) {
    std::string text(random() % 40, ' ');
    const bool any = random() % 4 == 0;
    for (char& c : text)
      c = static_cast<char>(any ? random() % 256 : ' ' + random() % 95);
    CAPTURE(text);
    check_counts(text);
  }
}

TEST_CASE("traits: foreign letters are readable, other bytes are not") {
  const ValueTraits cyrillic("пароль1");
  CHECK(cyrillic.foreign == 6);
  CHECK(cyrillic.readable);
  CHECK_FALSE(cyrillic.printable);
  CHECK_FALSE(ValueTraits("a\xFF").readable);
  CHECK_FALSE(ValueTraits("a\x01").readable);
  // A letter that is cut in two.
  CHECK_FALSE(ValueTraits("\xD0").readable);
}

TEST_CASE("traits: later answers are those of the functions for a text") {
  for (const std::string_view text :
       {"kV8xLm2Zr5TkWq7B", "correct-horse-battery", "hunter2", "abcdefgh12345",
        "0b9c7d1e-4a5f-4e52-9d3c-1f2e3a4b5c6d", "2026-11-26", "your_key_here",
        "kx#9)Zp!q[Lm", ""}) {
    CAPTURE(text);
    const ValueTraits traits(text);
    const ValueTraits fresh(text);
    CHECK(traits.tells_of_nobody() == tells_of_nobody(fresh));
    CHECK(traits.drawn() == is_drawn(fresh));
    const Appearance first = traits.appearance();
    const Appearance expected = appearance_of(fresh);
    CHECK(first.look == expected.look);
    CHECK(first.form == expected.form);
    CHECK(first.score == expected.score);
    // The stored answer is the first one.
    CHECK(traits.appearance().look == first.look);
    CHECK(traits.surprise() == surprise(text));
  }
}

TEST_CASE("traits: those of a value that comes again are its own") {
  // Longer ones are not kept, and there are more values than places.
  std::mt19937 random(test::seed(3));
  std::vector<std::string> values = {"", "string", "true",
                                     std::string(90, 'x')};
  while (values.size() < 200) {
    std::string value;
    for (auto size = random() % 40; size > 0; --size)
      value += static_cast<char>('!' + random() % 90);
    values.push_back(std::move(value));
  }
  std::string text;
  std::vector<TextSpan> spans;
  for (int i = 0; i < 3000; ++i) {
    // Some come often.
    const auto few = random() % 2 == 0 ? values.size() : 8;
    const std::string& value = values[random() % few];
    spans.push_back({text.size(), text.size() + value.size()});
    text += value + ' ';
  }
  RecentValues recent;
  for (const TextSpan& span : spans) {
    const std::string_view value =
        std::string_view(text).substr(span.begin, span.end - span.begin);
    CAPTURE(value);
    const ValueTraits& traits = recent.at(text, span).traits;
    const ValueTraits fresh(value);
    REQUIRE(traits.text.data() == value.data());
    REQUIRE(traits.text == value);
    CHECK(traits.digits == fresh.digits);
    CHECK(traits.different == fresh.different);
    // Not all are asked everything.
    if (random() % 2 == 0) CHECK(traits.drawn() == fresh.drawn());
    if (random() % 2 == 0) CHECK(traits.reference() == fresh.reference());
    if (random() % 2 == 0) CHECK(traits.placeholder() == fresh.placeholder());
    if (random() % 2 == 0) CHECK(traits.entropy() == fresh.entropy());
  }
}

}  // namespace sluice::traits_test
