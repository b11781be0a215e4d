// The queue for tasks from outside: any thread adds at the end, any worker
// takes several from the front. First in, first out.
//
// Idea: a ring under a mutex, and an atomic count beside it, so that the
// common question "is there anything?" is one load. The mutex is taken once
// per batch on either side, not once per task. Rejected: a lock-free queue
// of many producers and consumers (moodycamel::ConcurrentQueue). It keeps
// the order of each producer only, its emptiness is approximate, and so it
// could not take part in the parking protocol, which needs "empty" to be
// exact.
//
// Thread-safety: every member from any thread. Running out of memory ends
// the process.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <span>
#include <vector>

#include "exec/sync.h"
#include "exec/task.h"

namespace sluice {

template <ExecutorTask Task, typename Sync = StdSync>
class Injector {
 public:
  // Adds all tasks, in order, or none when the injector is closed.
  [[nodiscard]] bool push(std::span<const Task> tasks) noexcept {
    const std::lock_guard lock(mutex_);
    if (closed_) return false;
    reserve(count_ + tasks.size());
    for (const Task& task : tasks) {
      ring_[(head_ + count_) & (ring_.size() - 1)] = task;
      ++count_;
    }
    size_.store(count_, std::memory_order_seq_cst);
    pushed_ += tasks.size();
    return true;
  }

  // Moves tasks from the front to `out`, oldest first, and tells how many: a
  // `sharers`-th part of what is there, rounded up, so that one taker leaves
  // something for the others; no more than `out` holds.
  [[nodiscard]] std::size_t take(std::span<Task> out,
                                 std::size_t sharers) noexcept {
    if (empty()) return 0;
    const std::lock_guard lock(mutex_);
    const std::size_t share = (count_ + sharers - 1) / sharers;
    const std::size_t taken = std::min(share, out.size());
    for (std::size_t i = 0; i < taken; ++i) {
      out[i] = ring_[head_];
      head_ = (head_ + 1) & (ring_.size() - 1);
    }
    count_ -= taken;
    size_.store(count_, std::memory_order_seq_cst);
    return taken;
  }

  // Refuses every later push. What is inside stays, to be taken.
  void close() noexcept {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }

  // How many tasks were ever added.
  [[nodiscard]] std::uint64_t pushed() const noexcept {
    const std::lock_guard lock(mutex_);
    return pushed_;
  }

  [[nodiscard]] bool empty() const noexcept {
    return size_.load(std::memory_order_seq_cst) == 0;
  }

 private:
  void reserve(std::size_t tasks) {
    if (tasks <= ring_.size()) return;
    std::size_t capacity = std::max<std::size_t>(ring_.size() * 2, 64);
    while (capacity < tasks) capacity *= 2;
    std::vector<Task> larger(capacity);
    for (std::size_t i = 0; i < count_; ++i) {
      larger[i] = ring_[(head_ + i) & (ring_.size() - 1)];
    }
    ring_ = std::move(larger);
    head_ = 0;
  }

  mutable typename Sync::Mutex mutex_;  // guards the members up to size_
  std::vector<Task> ring_;              // its size is zero or a power of two
  std::size_t head_ = 0;                // the oldest task
  std::size_t count_ = 0;
  std::uint64_t pushed_ = 0;
  bool closed_ = false;
  // A copy of count_. Written under mutex_; read without it by empty().
  // seq_cst, since a producer's store here, followed by its look at the
  // sleepers, must be ordered against a sleeper that registers and then
  // looks here (parking.h).
  alignas(kCacheLine) typename Sync::template Atomic<std::size_t> size_{0};
};

}  // namespace sluice
