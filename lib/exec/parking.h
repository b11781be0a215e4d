// Workers without work: those that search are counted, and those that sleep are
// listed by name. A producer finds out here whether it must wake a worker.
//
// Idea: a producer that has added a task looks for a searcher. If there is one,
// it will find the task, and no worker is woken. If there is none, a sleeper is
// woken by name. A worker on its way to sleep puts its name on the list, stops
// being a searcher, looks once more at every queue, and only then sleeps.
//
// The states of a worker, with its calls. A waker takes the name off the list
// and counts the worker as a searcher.
//
//               begin_search()            announce()          sleep()
//     +---------+         +-----------+         +-----------+       +--------+
//     | running | ------> | searching | ------> | announced | ----> | asleep |
//     +---------+ <------ +-----------+ <------ +-----------+       +--------+
//               end_search()     ^        retract()                      |
//                                +-------------- wake_one() -------------+
//     counted in:          searchers_            sleepers_          sleepers_
//
// The order of the steps:
//
//   going to sleep                       producer
//   S1  name on the list, sleepers_ + 1  P1  queue size or deque bottom = ...
//   S2  searchers_ - 1                   P2  look at searchers_: 0?
//   S3  look at every queue              P3  then look at sleepers_
//
//   finding work
//   F1  searchers_ - 1; if that left none:
//   F2  look at every queue; if there is more, P2 and P3
//
// Why no task is forgotten: all of these are seq_cst operations, so they are in
// one total order. If P2 sees a searcher, then that searcher's S2 or F1 comes
// after P2, hence after P1. So the last searcher to leave looks after P1, in S3
// or F2. It sees the task, or the task is taken by then. If P2 sees no
// searcher, consider a worker on its way to sleep. Either it did S2 before P2,
// and S1 before that, so P3 sees its name. Or it does S2 later, so its S3 sees
// the task. The same is true for a worker that retracts. Its name may be gone
// before it is counted again, but it searches. No timeout is needed.
//
// Example. Worker W is the only searcher and goes to sleep; producer P adds a
// task. If P looks before S2, it sees W as a searcher and wakes none: W's look
// at S3 comes later and finds the task, so W retracts. If P looks after S2, it
// sees no searcher, finds W's name on the list and wakes W. The protocol that
// looks first and puts its name on the list afterwards loses the task if P adds
// it between the two: the variant LOOK_THEN_ANNOUNCE of tests/spin/parking.pml.
//
// The thread that wakes a sleeper counts it as a searcher from that moment. So
// the next producer need not wake another worker for a task that this one will
// find. A burst wakes the workers one after the other: each worker calls the
// next if it finds more than it takes, or if it leaves as the last searcher.
//
// A wake may arrive between S3 and sleep(). It sets `woken` under the mutex and
// takes the name off the list, and sleep() looks at `woken` under the same
// mutex before it waits. A wake for a worker that is just about to retract is
// not lost either: that worker is a searcher again.
//
// There is one mutex for all names. It is taken to go to sleep and to wake a
// sleeper. Each of these costs a system call, many times more than the mutex.
// While a worker searches, or none sleeps, a producer pays for one or two
// loads.
// Rejected: an eventcount (Vyukov; Eigen's), which has the number of sleepers
// but not their names.
// Rejected: std::atomic::wait, because the list would still need a lock, and
// because it spins before it waits, in its own way.
//
// Sources: the counting of searchers is that of Go's scheduler (Vyukov,
// "Scalable Go Scheduler Design", 2012) and of Tokio's; the order of the two
// looks is Dekker's. tests/spin/parking.pml is the model of it.
//
// Thread-safety: the worker itself calls announce, retract, sleep, and the
// begin and end of its search (begin_search also on behalf of a worker that is
// about to be started). Any thread may call the rest.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "base/check.h"
#include "exec/sync.h"

namespace sluice {

template <typename Sync = StdSync>
class Parking {
 public:
  // For the worker ids 0 to workers - 1.
  explicit Parking(std::size_t workers)
      : slots_(std::make_unique<Slot[]>(workers)) {
    sleeping_.reserve(workers);
  }

  void begin_search() noexcept {
    // seq_cst for uniformity; a producer that misses it wakes one too many.
    searchers_.fetch_add(1, std::memory_order_seq_cst);
  }
  // Returns true if no worker searches any more. Then the caller must look at
  // every queue and call another worker if one is not empty.
  [[nodiscard]] bool end_search() noexcept {
    return searchers_.fetch_sub(1, std::memory_order_seq_cst) == 1;
  }

  // Going to sleep takes three steps. First, a searcher calls announce. Second,
  // it looks at every queue and at the stop flag. Third, it calls retract if
  // there is something to do, otherwise sleep. Both make the caller a searcher
  // again.
  void announce(std::size_t id) {
    {
      const std::lock_guard lock(mutex_);
      SLUICE_CHECK(sleeping_.size() < sleeping_.capacity());
      slots_[id].woken = false;
      sleeping_.push_back(id);
      sleepers_.store(sleeping_.size(), std::memory_order_seq_cst);
    }
    searchers_.fetch_sub(1, std::memory_order_seq_cst);
  }
  void retract(std::size_t id) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find(sleeping_.begin(), sleeping_.end(), id);
    SLUICE_CHECK((found == sleeping_.end()) == slots_[id].woken);
    if (found == sleeping_.end()) return;  // woken, and counted by the waker
    sleeping_.erase(found);
    sleepers_.store(sleeping_.size(), std::memory_order_seq_cst);
    searchers_.fetch_add(1, std::memory_order_seq_cst);
  }
  // Returns after a wake since announce, which may be at once.
  void sleep(std::size_t id) {
    std::unique_lock lock(mutex_);
    slots_[id].wake.wait(lock, [&] { return slots_[id].woken; });
  }

  // Wakes one announced worker, the one that announced itself last (its caches
  // are the warmest). Returns false if there is none. Before you call it, make
  // the reason to wake visible with a seq_cst store.
  bool wake_one() noexcept {
    if (sleepers_.load(std::memory_order_seq_cst) == 0) return false;
    std::unique_lock lock(mutex_);
    if (sleeping_.empty()) return false;
    Slot& slot = slots_[sleeping_.back()];
    sleeping_.pop_back();
    sleepers_.store(sleeping_.size(), std::memory_order_seq_cst);
    searchers_.fetch_add(1, std::memory_order_seq_cst);
    slot.woken = true;
    ++wakes_;
    lock.unlock();  // or the woken thread would wait for it
    slot.wake.notify_one();
    return true;
  }
  void wake_all() noexcept {
    while (wake_one()) {
    }
  }

  // The number of workers that are awake and look for work, including those
  // that were called and have not begun yet.
  [[nodiscard]] std::size_t searchers() const noexcept {
    return searchers_.load(std::memory_order_seq_cst);
  }
  // The number of workers that are announced now.
  [[nodiscard]] std::size_t sleepers() const noexcept {
    return sleepers_.load(std::memory_order_seq_cst);
  }
  // The number of wakes that were given to workers.
  [[nodiscard]] std::uint64_t wakes() const {
    const std::lock_guard lock(mutex_);
    return wakes_;
  }

 private:
  struct alignas(kCacheLine) Slot {
    typename Sync::Condition wake;
    bool woken = false;  // guarded by mutex_
  };

  mutable typename Sync::Mutex mutex_;  // guards the rest, except the atomics
  std::vector<std::size_t> sleeping_;   // a stack of ids
  std::unique_ptr<Slot[]> slots_;
  std::uint64_t wakes_ = 0;
  // sleeping_.size(). Written under mutex_; read without it by wake_one.
  alignas(kCacheLine) typename Sync::template Atomic<std::size_t> sleepers_{0};
  // Written by workers (search, announce, retract) and by wakers; read by
  // producers. seq_cst on all sides: see above.
  alignas(kCacheLine) typename Sync::template Atomic<std::size_t> searchers_{0};
};

}  // namespace sluice
