// How much a test tries, and which values it draws. effort.py says what a short
// and a full run are, and who sets SLUICE_FULL and SLUICE_SEED; both files give
// the same answers.
// Thread-safety: any thread, as long as none changes the environment.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <string_view>
#include <vector>

namespace sluice::test {

inline bool full_run() {
  const char* full = std::getenv("SLUICE_FULL");
  return full != nullptr && *full != '\0' && std::string_view(full) != "0";
}

// The seed of a test: SLUICE_SEED in a full run, otherwise `fallback`.
inline std::uint32_t seed(std::uint32_t fallback) {
  const char* drawn = full_run() ? std::getenv("SLUICE_SEED") : nullptr;
  return drawn == nullptr
             ? fallback
             : static_cast<std::uint32_t>(std::strtoul(drawn, nullptr, 10));
}

// How many of something a test tries.
inline int times(int short_run, int full) {
  return full_run() ? full : short_run;
}

// The ranges of this many seeds of two full runs do not overlap.
inline constexpr std::uint32_t kSeedsOfARun = 4000;

// The seeds of a test that has several: `short_run` of them from `first` on, or
// `full` other ones in a full run.
inline std::vector<std::uint32_t> seeds(std::uint32_t short_run,
                                        std::uint32_t full,
                                        std::uint32_t first = 0) {
  std::vector<std::uint32_t> all(full_run() ? std::min(full, kSeedsOfARun)
                                            : short_run);
  const std::uint32_t begin = full_run() ? seed(0) * kSeedsOfARun : 0;
  std::iota(all.begin(), all.end(), begin + first);
  return all;
}

}  // namespace sluice::test
