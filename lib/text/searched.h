// The stretch of a text that is known not to hold what was looked for, kept
// from one search to the next: values that stand close together on a long line
// have the same surroundings, and would each search them anew.
// Thread-safety: a plain value.
#pragma once

#include <cstddef>

namespace sluice {

// Offsets into the text. An empty range means that nothing is known.
struct Searched {
  std::size_t begin = 0, end = 0;

  bool covers(std::size_t from, std::size_t to) const {
    return begin <= from && to <= end;
  }
};

// How far a search goes on behind what was asked for, in bytes, for the sake of
// the next one.
inline constexpr std::size_t kSearchAhead = 16 * 1024;

}  // namespace sluice
