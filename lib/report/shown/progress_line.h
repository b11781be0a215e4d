// The progress of a scan, in a line that fits a terminal.
// Thread-safety: pure functions and plain values.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

namespace sluice {

struct ProgressFigures {
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  std::optional<std::uint64_t> secrets;  // not set if not known yet
};

// "12,345 files, 1.2 GiB, 850.0 MiB/s, 3 secrets". If that is too long for
// `columns`, the rate is dropped first, then the bytes; then the end is cut.
std::string progress_line(const ProgressFigures& figures,
                          std::uint64_t bytes_per_second, std::size_t columns);

// The rate over the last two seconds or so.
class ScanRate {
 public:
  using Clock = std::chrono::steady_clock;

  explicit ScanRate(Clock::time_point start) { samples_.push_back({start, 0}); }

  // Bytes a second, from `bytes` at the time `now`, which never decreases.
  std::uint64_t add(Clock::time_point now, std::uint64_t bytes);

 private:
  struct Sample {
    Clock::time_point time;
    std::uint64_t bytes;
  };
  std::deque<Sample> samples_;  // the oldest first
};

}  // namespace sluice
