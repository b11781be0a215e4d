// The part of a text that was searched without success, kept from one search to
// the next. Values that are close together on a long line have the same
// surroundings, which would otherwise be searched for each of them.
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

// How many bytes beyond its end a search goes on, to help the next one.
inline constexpr std::size_t kSearchAhead = 16 * 1024;

}  // namespace sluice
