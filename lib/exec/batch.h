// The tasks that a producer keeps back for a moment, to add them to an executor
// together.
//
// Idea: adding 32 tasks at once counts, locks and looks for sleepers once, not
// 32 times. That is useful only while every worker is busy, so the batch is
// handed over at once when a worker is idle. The producer has to look, because
// a worker that sleeps cannot ask.
//
// Invariants
//  - When add() or look() returns and tasks are kept, every worker was busy at
//    that look.
//  - A producer never waits for a permit while it keeps tasks: the permits that
//    it waits for may belong to these tasks (budget.h).
//  - A task that was added goes to the executor or to `refused`, once.
//
// The producer's duty: it calls hand_over() before anything else that may take
// long, or a worker may fall asleep in the meantime. Shorter pauses are bounded
// by its next look.
//
// Rejected: letting idle workers take from the batch themselves. It would need
// a lock for each task, and would be a second injector.
//
// `Handle` is an ExecutorHandle, or a substitute in tests.
//
// Thread-safety: none; one per producer.
// Ownership: owns the kept tasks, which the destructor hands over.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <utility>

#include "exec/budget.h"
#include "exec/executor.h"
#include "exec/task.h"

namespace sluice {

template <ExecutorTask Task, typename Handle = ExecutorHandle<Task>>
class Batch {
 public:
  static constexpr std::size_t kMost = 32;

  // `refused` gets each task that the executor no longer accepts, to free what
  // the task owns. It must not throw.
  Batch(Handle handle, std::function<void(Task&)> refused)
      : handle_(std::move(handle)), refused_(std::move(refused)) {}
  ~Batch() { (void)hand_over(); }
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  // Like budget.acquire(), for a task that will be added next.
  template <typename Sync>
  [[nodiscard]] std::optional<BasicPermit<Sync>> acquire(
      BasicBudget<Sync>& budget) {
    std::optional<BasicPermit<Sync>> permit = budget.try_acquire();
    if (permit) return permit;
    (void)hand_over();  // if it is refused, the budget is cancelled, too
    return budget.acquire();
  }

  // These return false once the executor accepts nothing any more.

  [[nodiscard]] bool add(const Task& task) {
    tasks_[size_++] = task;
    return size_ == kMost ? hand_over() : look();
  }
  // Hands over the kept tasks if a worker is idle.
  bool look() { return size_ == 0 || !handle_.any_idle() || hand_over(); }
  bool hand_over() {
    const std::span<Task> kept(tasks_.data(), std::exchange(size_, 0));
    if (kept.empty() || handle_.spawn_batch(kept)) return true;
    for (Task& task : kept) refused_(task);
    return false;
  }

  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  const Handle handle_;
  const std::function<void(Task&)> refused_;
  std::array<Task, kMost> tasks_;
  std::size_t size_ = 0;
};

}  // namespace sluice
