// How many workers look at the heavy board (heavy_board.h) before they look
// for ordinary tasks. All the others look at it when they would otherwise
// steal, so this share is the least that heavy jobs get, not the most.
//
// Source: a dual-pool executor whose main pool is ceil(85 %) of its threads
// and leaves both pools at least one. Two of its numbers are not ours. For
// one worker it answers no main worker and one in reserve, and ordinary work
// would never run; here a single worker is an ordinary one. For 32 its
// documentation's table says 27 and 5, which is the floor of 27.2; its
// function rounds up, to 28 and 4, as ours does.
#pragma once

#include <algorithm>
#include <cstddef>

namespace sluice {

// n - ceil(0.85 n) = floor(0.15 n), at least one and less than n if n > 1.
constexpr std::size_t reserve_workers(std::size_t workers) {
  if (workers < 2) return 0;
  return std::max<std::size_t>(workers * 15 / 100, 1);
}

}  // namespace sluice
