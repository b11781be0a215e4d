// Follows a text byte by byte and computes how much of a pattern's head it ends
// with: Knuth, Morris and Pratt's automaton. Unlike repeated searches it takes
// linear time for all texts, such as two runs of one letter.
// Thread-safety: one thread. Ownership: points into the pattern.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace sluice {

class HeadFollower {
 public:
  explicit HeadFollower(std::string_view pattern)
      : pattern_(pattern), shorter_(pattern.size() + 1) {
    for (std::size_t i = 1, n = 0; i < pattern.size(); ++i) {
      while (n != 0 && pattern[i] != pattern[n]) n = shorter_[n];
      if (pattern[i] == pattern[n]) ++n;
      shorter_[i + 1] = n;
    }
  }

  // Returns how much of the head was found after `c`; at most all of it.
  std::size_t step(char c) {
    if (size_ == pattern_.size()) size_ = shorter_[size_];
    while (size_ != 0 && pattern_[size_] != c) size_ = shorter_[size_];
    if (!pattern_.empty() && pattern_[size_] == c) ++size_;
    return size_;
  }

 private:
  std::string_view pattern_;
  std::vector<std::size_t> shorter_;  // by size: the next shorter head
  std::size_t size_ = 0;
};

}  // namespace sluice
