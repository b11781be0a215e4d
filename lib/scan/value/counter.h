// A count that another thread may look at while one thread adds to it.
// Thread-safety: one writer, any number of readers.
#pragma once

#include <atomic>
#include <cstdint>

namespace sluice {

class Counter {
 public:
  Counter() = default;
  // Takes the other's count at this moment; vectors need it.
  Counter(const Counter& other) : value_(other) {}

  Counter& operator+=(std::uint64_t more) {
    // There is one writer, so this need not be one read-modify-write. It costs
    // as much as an addition in memory.
    value_.store(value_.load(std::memory_order_relaxed) + more,
                 std::memory_order_relaxed);
    return *this;
  }
  operator std::uint64_t() const {
    return value_.load(std::memory_order_relaxed);
  }

 private:
  // Written by the worker that owns it; read by that worker and by the thread
  // that draws the progress line. Relaxed suffices: the line shows each count
  // by itself, and a count that is a little late does no harm there.
  std::atomic<std::uint64_t> value_{0};
};

}  // namespace sluice
