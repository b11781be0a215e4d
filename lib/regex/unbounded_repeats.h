// A pattern without the upper bounds of its long repetitions: a smaller program
// that decides most texts like the whole one (unbounded_repeats.cc).
// Thread-safety: pure function.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

struct UnboundedRepeats {
  // The most groups of `counting`.
  static constexpr std::size_t kMaxCounted = 15;

  // Every match of the pattern is one of this, or begins one.
  std::string regex;
  // If the leftmost match of `regex` has at most this many bytes, it is also
  // the pattern's own match, groups included. 0 means that nothing was
  // unbounded.
  std::size_t faithful = 0;
  // `regex` with other groups: each is a repetition that lost its bound. A
  // match with more than `faithful` bytes, but at most `counting_faithful`, is
  // the pattern's own if no group has more bytes than its bound. Empty if there
  // is no such repetition.
  std::string counting;
  std::vector<std::size_t> bounds;  // by group of `counting`; bytes
  std::size_t counting_faithful = 0;
};

// `regex` is in RE2's syntax and compiles.
UnboundedRepeats with_unbounded_repeats(std::string_view regex);

}  // namespace sluice
