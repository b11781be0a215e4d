// The number of workers that look at the heavy board (heavy_board.h) before
// they look for ordinary tasks. All others look at it before they would steal,
// so this share is the least that heavy jobs get, not the most.
//
// Source: a dual-pool executor whose main pool is ceil(85 %) of its threads and
// leaves both pools at least one. Two of its numbers are different here. For
// one worker it returns no main worker and one in reserve, so that ordinary
// work would never run; here a single worker is an ordinary one. For 32, the
// table in its documentation has 27 and 5, which is the floor of 27.2; its
// function rounds up, to 28 and 4, and so does ours.
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
