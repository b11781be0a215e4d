// Where workers sleep. Sleepers are known by name: a wake goes to a worker
// that sleeps, or the caller learns that nobody does.
// Thread-safety: announce, retract and sleep by worker `id` itself; the rest
// by any thread. parking.cc argues why no wake is missed.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "exec/atomics.h"

namespace sluice {

class Parking {
 public:
  // For the worker ids 0 to workers - 1.
  explicit Parking(std::size_t workers);

  // Going to sleep takes three steps: announce; look at every queue and at
  // the stop flag; then retract if there is something to do, else sleep.
  void announce(std::size_t id);
  void retract(std::size_t id);
  // Returns after a wake that came since announce, which may be at once.
  void sleep(std::size_t id);

  // Wakes one announced worker, the last that announced itself (its caches
  // are the warmest). False if there is none. Call it after making the
  // reason to wake visible with a seq_cst store.
  bool wake_one();
  void wake_all();

  // How many wakes were given to workers.
  [[nodiscard]] std::uint64_t wakes() const;
  // How many workers are announced now.
  [[nodiscard]] std::size_t sleepers() const {
    return sleepers_.load(std::memory_order_seq_cst);
  }

 private:
  struct alignas(kCacheLine) Slot {
    std::condition_variable wake;
    bool woken = false;  // guarded by mutex_
  };

  mutable std::mutex mutex_;           // guards what follows, but sleepers_
  std::vector<std::size_t> sleeping_;  // a stack of ids
  std::unique_ptr<Slot[]> slots_;
  std::uint64_t wakes_ = 0;
  // sleeping_.size(). Written under mutex_; read without it by wake_one, and
  // seq_cst on both sides: parking.cc.
  alignas(kCacheLine) std::atomic<std::size_t> sleepers_{0};
};

}  // namespace sluice
