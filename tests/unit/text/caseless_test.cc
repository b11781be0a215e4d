#include "text/caseless.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <string_view>

#include "support/effort.h"

namespace sluice::caseless_test {

std::string letters(std::mt19937& random, std::size_t size) {
  constexpr std::string_view kFrom = "abcx.";
  std::string text;
  while (size-- > 0) text += kFrom[random() % kFrom.size()];
  return text;
}

// Whether a search for one word after another finds any.
template <std::size_t kCount>
bool contains_any(std::string_view text,
                  const std::array<std::string_view, kCount>& words) {
  return std::ranges::any_of(words, [&](std::string_view word) {
    return text.find(word) != text.npos;
  });
}

TEST_CASE("caseless words: those of any length are found anywhere") {
  std::mt19937 random(test::seed(7));
  const int rounds = test::times(20'000, 200'000);
  int found = 0;
  for (int round = 0; round < rounds; ++round) {
    const std::size_t least = 2 + random() % 9;
    std::array<std::string, 3> texts;
    std::array<std::string_view, 3> words;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::size_t more = random() % 3;
      texts[i] = letters(random, least + more);
      words[i] = texts[i];
    }
    const CaselessWords<3> finder(words);
    const std::size_t before = random() % 20;
    std::string text = letters(random, before);
    const std::size_t cut = random() % 2;
    text += words[random() % words.size()].substr(cut);
    const std::size_t behind = random() % 20;
    text += letters(random, behind);
    const bool expected = contains_any(text, words);
    found += expected ? 1 : 0;
    CAPTURE(text);
    for (char& c : text)
      if (random() % 2 == 0 && is_lower(c))
        c = static_cast<char>(c - 'a' + 'A');
    CHECK(finder.found_in(text) == expected);
  }
  CHECK(found > rounds / 4);
  CHECK(found < rounds / 10 * 9);
}

}  // namespace sluice::caseless_test
