// A mutex of four bytes for critical sections that are mostly short (a batch of
// tasks is copied; sometimes a ring grows). It is in one cache line with the
// data that it guards, so the line moves between two threads once, not twice.
//
// Test and test-and-set: a thread that finds it held only reads until it is
// free. After kLooks looks, it gives up the processor between them, because the
// holder may have lost its own. Not fair.
// Rejected: std::mutex, 40 bytes, which sleeps at the first look (measured:
// some 50,000 futex calls for 4 million tasks, most of them although there was
// work).
// Rejected: sleeping here, too, in a futex, which makes unlock a
// read-modify-write.
//
// Thread-safety: any thread may lock; the thread that holds the lock may
// unlock.
#pragma once

#include <atomic>
#include <cstdint>

#include "exec/sync.h"

namespace sluice {

template <typename Sync = StdSync>
class ShortLock {
 public:
  void lock() noexcept {
    for (std::uint32_t looks = 0; !try_lock(); ++looks) {
      if (looks < kLooks) {
        Sync::pause();
      } else {
        Sync::yield();
      }
    }
  }
  void unlock() noexcept {
    // Release: it publishes what was written inside.
    held_.store(0, std::memory_order_release);
  }

 private:
  static constexpr std::uint32_t kLooks = 100;

  bool try_lock() noexcept {
    std::uint32_t free = 0;
    // Acquire, on success: sees what the last holder wrote.
    return held_.load(std::memory_order_relaxed) == 0 &&
           held_.compare_exchange_strong(free, 1, std::memory_order_acquire,
                                         std::memory_order_relaxed);
  }

  // Written and read by every thread that locks.
  typename Sync::template Atomic<std::uint32_t> held_{0};
};

}  // namespace sluice
