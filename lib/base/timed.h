// Adds the time that a scope takes to a sum, if there is one.
// Thread-safety: belongs to one thread. Units: nanoseconds.
#pragma once

#include <chrono>
#include <cstdint>

namespace sluice {

class Timed {
 public:
  // If `sum` is null, no clock is read.
  explicit Timed(std::uint64_t* sum)
      : sum_(sum),
        begin_(sum == nullptr ? Clock::time_point() : Clock::now()) {}
  ~Timed() {
    if (sum_ != nullptr)
      *sum_ += static_cast<std::uint64_t>(
          std::chrono::nanoseconds(Clock::now() - begin_).count());
  }
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  std::uint64_t* sum_;
  Clock::time_point begin_;
};

}  // namespace sluice
