// The queue for tasks from outside: any thread adds at the end, any worker
// takes several from the front. First in, first out.
//
// Idea: a ring under a lock, and an atomic count beside it, so that the common
// question "is there anything?" is one load. The lock is taken once per batch
// on either side, not once per task, for a few nanoseconds. Everything that
// changes is in one cache line with it.
// Rejected: a lock-free queue of many producers and consumers
// (moodycamel::ConcurrentQueue). It keeps only the order of each producer, and
// its test for emptiness is approximate. So it could not take part in the
// parking protocol, which needs "empty" to be exact.
//
// Example. The walk pushes T1 to T5. The first of two workers takes a half,
// rounded up: take(out, 2) returns T1, T2, T3. It runs T1 and keeps the others
// in its deque, where they can be stolen. The second worker's take(out, 2)
// returns T4. empty() returns false until T5 is taken.
//
// Thread-safety: any thread may call every member. If memory runs out, the
// process ends.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

#include "exec/short_lock.h"
#include "exec/sync.h"
#include "exec/task.h"

namespace sluice {

template <ExecutorTask Task, typename Sync = StdSync>
class alignas(kCacheLine) Injector {
 public:
  // Adds all tasks, in order, or none if the injector is closed.
  [[nodiscard]] bool push(std::span<const Task> tasks) noexcept {
    const std::lock_guard lock(lock_);
    if (closed_) return false;
    const std::size_t count = size_.load(std::memory_order_relaxed);
    const std::size_t wanted = count + tasks.size();
    if (wanted > capacity_) grow(wanted);
    std::size_t at = head_ + count;
    for (const Task& task : tasks) ring_[at++ & (capacity_ - 1)] = task;
    pushed_ += tasks.size();
    size_.store(wanted, std::memory_order_seq_cst);
    return true;
  }

  // Moves tasks from the front to `out`, oldest first, and returns their
  // number. It moves a `sharers`-th part of the queue, rounded up, so that one
  // taker leaves something for the others, and at most as many as fit into
  // `out`.
  [[nodiscard]] std::size_t take(std::span<Task> out,
                                 std::size_t sharers) noexcept {
    if (empty()) return 0;
    const std::lock_guard lock(lock_);
    const std::size_t count = size_.load(std::memory_order_relaxed);
    const std::size_t share = (count + sharers - 1) / sharers;
    const std::size_t taken = std::min(share, out.size());
    for (std::size_t i = 0; i < taken; ++i) {
      out[i] = ring_[(head_ + i) & (capacity_ - 1)];
    }
    head_ += taken;
    size_.store(count - taken, std::memory_order_seq_cst);
    return taken;
  }

  // Refuses every later push. Queued tasks stay, to be taken.
  void close() noexcept {
    const std::lock_guard lock(lock_);
    closed_ = true;
  }

  // The number of tasks that were ever added.
  [[nodiscard]] std::uint64_t pushed() const noexcept {
    const std::lock_guard lock(lock_);
    return pushed_;
  }

  [[nodiscard]] bool empty() const noexcept {
    return size_.load(std::memory_order_seq_cst) == 0;
  }

 private:
  [[gnu::noinline]] void grow(std::size_t tasks) {
    std::size_t capacity = std::max<std::size_t>(capacity_ * 2, 64);
    while (capacity < tasks) capacity *= 2;
    auto larger = std::make_unique<Task[]>(capacity);
    const std::size_t count = size_.load(std::memory_order_relaxed);
    for (std::size_t i = 0; i < count; ++i) {
      larger[i] = ring_[(head_ + i) & (capacity_ - 1)];
    }
    ring_ = std::move(larger);
    capacity_ = capacity;
    head_ = 0;
  }

  mutable ShortLock<Sync> lock_;  // guards all that follows
  bool closed_ = false;
  // The number of queued tasks. Written under lock_; empty() reads it without.
  // seq_cst, because a producer's store here, followed by its look at the
  // searchers, must be ordered against a sleeper that announces itself and then
  // looks here (parking.h). Relaxed under the lock.
  typename Sync::template Atomic<std::size_t> size_{0};
  std::size_t head_ = 0;      // the oldest task is at head_ modulo capacity_
  std::size_t capacity_ = 0;  // zero or a power of two
  std::unique_ptr<Task[]> ring_;
  std::uint64_t pushed_ = 0;
};

}  // namespace sluice
