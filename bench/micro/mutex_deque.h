// The deque that was rejected. It is measured beside WorkDeque without an
// executor (deque_bench.cc) and in the whole executor (the contender "locked"
// of executor_bench_sluice.cc).
// Thread-safety: every member from any thread.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>

#include "base/check.h"
#include "exec/deque.h"

namespace sluice {

// The work-stealing deque's interface over a ring and a mutex. Bounded: what
// does not fit ends the program. The count beside the mutex makes empty() one
// load, and pop and steal of an empty deque take no lock.
template <typename Task>
class MutexDeque {
 public:
  static constexpr std::size_t kCapacity = 4096;

  void push(const Task& task) { push_all(std::span(&task, 1)); }
  void push_all(std::span<const Task> tasks) {
    const std::lock_guard lock(mutex_);
    SLUICE_CHECK(bottom_ - top_ + tasks.size() <= kCapacity);
    bottom_ += tasks.size();
    std::uint64_t at = bottom_;
    for (const Task& task : tasks) ring_[--at % kCapacity] = task;
    size_.store(bottom_ - top_, std::memory_order_seq_cst);
  }
  bool pop(Task& out) {
    if (empty()) return false;
    const std::lock_guard lock(mutex_);
    if (bottom_ == top_) return false;
    out = ring_[--bottom_ % kCapacity];
    size_.store(bottom_ - top_, std::memory_order_seq_cst);
    return true;
  }
  StealResult steal(Task& out) {
    if (empty()) return StealResult::kEmpty;
    const std::lock_guard lock(mutex_);
    if (bottom_ == top_) return StealResult::kEmpty;
    out = ring_[top_++ % kCapacity];
    size_.store(bottom_ - top_, std::memory_order_seq_cst);
    return StealResult::kTaken;
  }
  bool empty() const { return size_.load(std::memory_order_seq_cst) == 0; }

 private:
  std::mutex mutex_;  // guards the three that follow
  std::uint64_t top_ = 0;
  std::uint64_t bottom_ = 0;
  std::array<Task, kCapacity> ring_{};
  // bottom_ - top_. Written under mutex_, read without it by empty().
  alignas(64) std::atomic<std::size_t> size_{0};
};

}  // namespace sluice
