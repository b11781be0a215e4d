// Atomics that give up the processor now and then before they act. So thread
// switches happen between any two operations, even on a machine with one core,
// where threads are otherwise switched far too seldom to meet in a window of a
// few nanoseconds. They cannot show a memory order that is too weak; the plain
// runs on several cores are for that.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

#include "exec/rng.h"

namespace sluice {

inline void shake() {
  static std::atomic<std::uint64_t> threads = 0;
  thread_local Rng rng(42, threads++);
  if (rng.below(16) == 0) std::this_thread::yield();
}

template <typename T>
class ShakyAtomic {
 public:
  ShakyAtomic() = default;
  ShakyAtomic(T value) : value_(value) {}

  [[nodiscard]] T load(std::memory_order order) const {
    shake();
    return value_.load(order);
  }
  void store(T value, std::memory_order order) {
    shake();
    value_.store(value, order);
  }
  T fetch_add(T value, std::memory_order order) {
    shake();
    return value_.fetch_add(value, order);
  }
  T fetch_sub(T value, std::memory_order order) {
    shake();
    return value_.fetch_sub(value, order);
  }
  T fetch_and(T value, std::memory_order order) {
    shake();
    return value_.fetch_and(value, order);
  }
  bool compare_exchange_strong(T& expected, T desired,
                               std::memory_order success,
                               std::memory_order failure) {
    shake();
    return value_.compare_exchange_strong(expected, desired, success, failure);
  }

 private:
  std::atomic<T> value_{};
};

struct ShakyAtomics {
  template <typename T>
  using Atomic = ShakyAtomic<T>;
};

}  // namespace sluice
