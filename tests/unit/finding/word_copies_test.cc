#include "finding/word_copies.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/effort.h"
#include "unit/report/sample.h"

namespace sluice::word_copies_test {

using Copies = std::multiset<std::pair<std::size_t, std::size_t>>;

Copies found(const WordCopies& words, std::string_view text) {
  Copies copies;
  words.find(text, [&](std::size_t number, std::size_t end) {
    copies.emplace(number, end);
  });
  return copies;
}

// Searches for one word after another.
Copies expected(const WordCopies& words, std::string_view text) {
  Copies copies;
  for (std::size_t i = 0; i < words.size(); ++i)
    for (std::size_t at = text.find(words[i]); at != text.npos;
         at = text.find(words[i], at + 1))
      copies.emplace(i, at + words[i].size());
  return copies;
}

std::string letters(test::Random& random, std::size_t size,
                    std::size_t alphabet) {
  std::string text;
  for (std::size_t i = 0; i < size; ++i)
    text += static_cast<char>('a' + random.below(alphabet));
  return text;
}

TEST_CASE("word copies: all that a search word by word finds") {
  for (const std::uint32_t seed : test::seeds(2000, 4000)) {
    CAPTURE(seed);
    test::Random random(seed);
    const std::size_t alphabet = 1 + random.below(random.below(2) ? 3 : 26);
    const std::string text = letters(random, random.below(600), alphabet);
    const std::size_t count = random.below(random.below(8) == 0 ? 150 : 9);
    const std::size_t least = WordCopies::kMin + random.below(12);
    const std::size_t span = 1 + random.below(random.below(8) == 0 ? 400 : 30);
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t size = least + random.below(span);
      const std::size_t at = random.below(text.size() + 1);
      texts.push_back(text.substr(at, size));
      if (texts.back().size() < least || random.below(4) == 0)
        texts.back() = letters(random, size, alphabet);
    }
    WordCopies words(random.below(100));
    for (int round = 0; round < 2; ++round) {
      words.reset(texts.size());
      for (const std::string& word : texts)
        CHECK(words[words.add(word)] == word);
      CHECK(found(words, text) == expected(words, text));
      std::ranges::reverse(texts);
    }
  }
}

TEST_CASE("word copies: a word keeps its number") {
  WordCopies words(3);
  CHECK(words.add("abcde") == 0);
  CHECK(words.add("xabcde") == 1);
  CHECK(words.add("abcde") == 0);
  CHECK(words.size() == 2);
  CHECK(words.shortest() == 5);
  words.reset(1);
  CHECK(words.size() == 0);
  CHECK(found(words, "abcde").empty());
}

}  // namespace sluice::word_copies_test
