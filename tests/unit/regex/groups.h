// Helpers for the tests that compare a pattern with a rewritten one: the groups
// of a match, and random choices.
#pragma once

#include <re2/re2.h>

#include <array>
#include <cstddef>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace sluice {

using Groups = std::vector<std::pair<std::ptrdiff_t, std::size_t>>;

// The place and size of each group of the match in text[from, to); empty if
// there is no match.
inline Groups match(const RE2& re, const std::string& text, std::size_t from,
                    std::size_t to, RE2::Anchor anchor) {
  std::vector<re2::StringPiece> found(
      static_cast<std::size_t>(re.NumberOfCapturingGroups()) + 1);
  if (!re.Match(text, from, to, anchor, found.data(),
                static_cast<int>(found.size())))
    return {};
  Groups groups;
  for (const re2::StringPiece& group : found)
    groups.emplace_back(
        group.data() == nullptr ? -1 : group.data() - text.data(),
        group.size());
  return groups;
}

class Choices {
 public:
  explicit Choices(unsigned seed) : random_(seed) {}
  std::size_t below(std::size_t bound) { return random_() % bound; }
  template <std::size_t N>
  std::string one_of(const std::array<const char*, N>& choices) {
    return choices[below(N)];
  }

 private:
  std::mt19937 random_;
};

}  // namespace sluice
