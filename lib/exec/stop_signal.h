// Whether the executor stops. It is set once, for good. Workers look at it, and
// the owner waits for it.
// Thread-safety: any thread may call every member.
#pragma once

#include <atomic>
#include <mutex>

#include "exec/sync.h"

namespace sluice {

template <typename Sync = StdSync>
class StopSignal {
 public:
  void set() noexcept {
    {
      const std::lock_guard lock(mutex_);
      stopping_.store(true, std::memory_order_seq_cst);
    }
    changed_.notify_all();
  }

  [[nodiscard]] bool is_set() const noexcept {
    return stopping_.load(std::memory_order_seq_cst);
  }

  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return is_set(); });
  }

 private:
  // Set once, under mutex_. Read by wait, and by workers (seq_cst, because they
  // look at it between Parking::announce and sleep).
  typename Sync::template Atomic<bool> stopping_{false};
  typename Sync::Mutex mutex_;
  typename Sync::Condition changed_;
};

}  // namespace sluice
