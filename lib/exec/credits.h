// A worker's credit with the state word: the counts of tasks that it has
// completed and not given back. They pay for the tasks that it spawns.
//
// Idea: a worker that runs small tasks would change the shared word twice per
// task, down for the task that it ran and up for the task that this spawned,
// and the word's cache line would move from core to core each time. Instead,
// the worker keeps the count of a completed task as a credit, spends credits on
// spawns, and settles many at once.
//
// Invariants
//  - The word counts every task in flight and also the credits, so its count is
//    never too low. So a terminal word still means that nothing is left to do.
//  - What a credit pays for comes after what earned it, on the same thread. The
//    queue publishes the spawned task, and complete() releases everything that
//    the settled tasks wrote. In between, nothing depends on the word.
//  - A worker that finds nothing to do settles before it idles, and when it
//    leaves. So an executor in which nothing runs holds no credits, and the end
//    is seen.
//  - Fewer than 2 * kCredits are held, so the word is at most that much too
//    high for each busy worker.
//
// Measured (bench/micro/executor_bench, empty tasks, one batch in the injector
// at a time): 30 ns a task without credits, 16 with, on one worker.
//
// Thread-safety: none; one per worker, on its thread.
#pragma once

#include <cstdint>
#include <utility>

namespace sluice {

class Credits {
 public:
  // A task was completed. Returns how many counts to give back now, mostly 0.
  [[nodiscard]] std::uint64_t earn() {
    if (++held_ < 2 * kCredits) return 0;
    held_ -= kCredits;
    return kCredits;
  }
  // A task is about to be spawned. Returns how many counts to add first, mostly
  // 0.
  [[nodiscard]] std::uint64_t spend() {
    if (held_ > 0) {
      --held_;
      return 0;
    }
    held_ = kCredits - 1;
    return kCredits;
  }
  // Returns how many counts to give back, and holds none afterwards.
  [[nodiscard]] std::uint64_t settle() { return std::exchange(held_, 0); }

 private:
  static constexpr std::uint64_t kCredits = 64;

  std::uint64_t held_ = 0;
};

}  // namespace sluice
