#include "text/edit_distance.h"

#include <doctest/doctest.h>

#include <deque>
#include <map>
#include <string>

namespace sluice::edit_distance_test {

// The words of a and b that so many single steps make of `word`, and how many
// steps each takes. Optimal string alignment does not change letters again that
// it has swapped; for words as short as these this makes no difference.
std::map<std::string, std::size_t> all_within(const std::string& word,
                                              std::size_t steps) {
  std::map<std::string, std::size_t> distance = {{word, 0}};
  std::deque<std::string> queue = {word};
  while (!queue.empty()) {
    const std::string from = queue.front();
    queue.pop_front();
    const std::size_t next = distance[from] + 1;
    if (next > steps) continue;
    const auto reach = [&](std::string to) {
      if (distance.emplace(to, next).second) queue.push_back(std::move(to));
    };
    for (std::size_t i = 0; i <= from.size(); ++i) {
      for (const char c : {'a', 'b'}) {
        std::string longer = from;
        longer.insert(i, 1, c);
        reach(longer);
        if (i == from.size()) continue;
        std::string other = from;
        other[i] = c;
        reach(other);
      }
      if (i == from.size()) continue;
      std::string shorter = from;
      shorter.erase(i, 1);
      reach(shorter);
      if (i + 1 == from.size()) continue;
      std::string swapped = from;
      std::swap(swapped[i], swapped[i + 1]);
      reach(swapped);
    }
  }
  return distance;
}

TEST_CASE("edit distance: as many steps as a search takes") {
  for (const char* word : {"", "a", "ab", "aba", "abb"}) {
    for (const auto& within : all_within(word, 2)) {
      // No bindings: in clang 14, a lambda, which CAPTURE uses, cannot capture
      // one.
      const std::string& other = within.first;
      const std::size_t steps = within.second;
      CAPTURE(word);
      CAPTURE(other);
      CHECK(edit_distance(word, other) == steps);
      CHECK(edit_distance(other, word) == steps);
    }
  }
}

TEST_CASE("edit distance: words") {
  CHECK(edit_distance("github-pat", "githb-pat") == 1);
  CHECK(edit_distance("GitHub", "github") == 0);
  CHECK(edit_distance("gihtub", "github") == 1);
  CHECK(edit_distance("aws", "") == 3);
}

}  // namespace sluice::edit_distance_test
