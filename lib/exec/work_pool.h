// What the workers share: the state word, the injector, a deque per worker,
// the parking place and the stop flag. No threads here: the executor drives
// a pool with threads, and a test may drive it step by step.
//
// Thread-safety: as noted at each group. A pool outlives all calls into it.
// Running out of memory ends the process.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

#include "base/check.h"
#include "exec/atomics.h"
#include "exec/deque.h"
#include "exec/injector.h"
#include "exec/parking.h"
#include "exec/state_word.h"
#include "exec/task.h"

namespace sluice {

template <ExecutorTask Task>
class WorkPool {
 public:
  // `start_worker` brings up one more worker if there are some that never
  // ran, and tells whether it did. It is called, from any thread, when there
  // is work and nobody sleeps.
  WorkPool(std::size_t workers, std::function<bool()> start_worker)
      : workers_(workers),
        start_worker_(std::move(start_worker)),
        deques_(std::make_unique<WorkDeque<Task>[]>(workers)),
        parking_(workers) {
    SLUICE_CHECK(workers > 0);
  }

  WorkPool(const WorkPool&) = delete;
  WorkPool& operator=(const WorkPool&) = delete;

  [[nodiscard]] std::size_t workers() const { return workers_; }
  [[nodiscard]] std::uint64_t in_flight() const { return state_.in_flight(); }
  [[nodiscard]] bool accepting() const { return state_.accepting(); }

  // --- For producers: any thread ---

  // Accepts all tasks or, when the gate is closed, none.
  [[nodiscard]] bool spawn(std::span<const Task> tasks) noexcept {
    if (tasks.empty()) return state_.accepting();
    if (!state_.try_spawn(tasks.size())) {
      refused_.fetch_add(tasks.size(), std::memory_order_relaxed);
      return false;
    }
    if (!injector_.push(tasks)) {
      // drain() came between the two; the tasks stay the caller's.
      complete(tasks.size());
      refused_.fetch_add(tasks.size(), std::memory_order_relaxed);
      return false;
    }
    spawned_.fetch_add(tasks.size(), std::memory_order_relaxed);
    call_workers(tasks.size());
    return true;
  }

  // --- For worker `id`, from its own thread ---

  void push_local(std::size_t id, const Task& task) noexcept {
    state_.spawn_inside();
    deques_[id].push(task);
  }
  void push_global(const Task& task) noexcept {
    state_.spawn_inside();
    // A worker runs, so nobody drains the pool yet.
    SLUICE_CHECK(injector_.push(std::span(&task, 1)));
    call_workers(1);
  }
  [[nodiscard]] bool pop(std::size_t id, Task& out) noexcept {
    return deques_[id].pop(out);
  }
  // Takes up to `batch.size()` tasks: the oldest to `out`, the others to the
  // worker's deque, in the order that makes pop() give the oldest first.
  // Returns how many in all.
  [[nodiscard]] std::size_t take_injected(std::size_t id, Task& out,
                                          std::span<Task> batch) noexcept {
    const std::size_t taken = injector_.take(batch, workers_);
    if (taken == 0) return 0;
    for (std::size_t i = taken; i-- > 1;) deques_[id].push(batch[i]);
    out = batch[0];
    return taken;
  }
  [[nodiscard]] StealResult steal(std::size_t victim, Task& out) noexcept {
    return deques_[victim].steal(out);
  }

  // --- For anyone ---

  [[nodiscard]] bool injector_empty() const { return injector_.empty(); }
  [[nodiscard]] bool deque_empty(std::size_t id) const {
    return deques_[id].empty();
  }
  // Whether any queue holds a task. seq_cst looks, for use between
  // Parking::announce and Parking::sleep.
  [[nodiscard]] bool has_work() const {
    if (!injector_.empty()) return true;
    for (std::size_t id = 0; id < workers_; ++id) {
      if (!deques_[id].empty()) return true;
    }
    return false;
  }

  Parking& parking() { return parking_; }
  [[nodiscard]] const Parking& parking() const { return parking_; }

  // Brings up to `tasks` workers to work, those that sleep before those that
  // were never started. Returns how many.
  std::size_t call_workers(std::size_t tasks) noexcept {
    std::size_t called = 0;
    while (called < tasks && (parking_.wake_one() || start_worker_())) {
      ++called;
    }
    return called;
  }

  // --- The end ---

  // Takes back the count of `tasks` that were run, refused or dropped.
  void complete(std::size_t tasks = 1) noexcept {
    if (state_.complete(tasks) == Transition::kTerminal) stop();
  }
  // Accepts nothing from outside any more. The pool stops when all tasks in
  // flight are completed.
  void close() noexcept {
    if (state_.close() == Transition::kTerminal) stop();
  }
  // Makes the workers leave after the tasks they run. Needs a closed gate.
  void stop() noexcept {
    {
      const std::lock_guard lock(stop_mutex_);
      stopping_.store(true, std::memory_order_seq_cst);
    }
    stop_changed_.notify_all();
    parking_.wake_all();
  }
  [[nodiscard]] bool stopping() const {
    return stopping_.load(std::memory_order_seq_cst);
  }
  void wait_until_stopping() {
    std::unique_lock lock(stop_mutex_);
    stop_changed_.wait(lock, [&] { return stopping(); });
  }

  // Hands every queued task to `drop` and refuses late ones; returns how
  // many. REQUIRES: the pool stops and no worker runs any more.
  template <typename Drop>
  std::uint64_t drain(Drop&& drop) {
    injector_.close();
    std::uint64_t dropped = 0;
    Task task;
    for (std::size_t id = 0; id < workers_; ++id) {
      while (deques_[id].pop(task)) {
        drop(task);
        ++dropped;
      }
    }
    while (injector_.take(std::span(&task, 1), 1) == 1) {
      drop(task);
      ++dropped;
    }
    complete(dropped);
    return dropped;
  }

  [[nodiscard]] std::uint64_t spawned() const {
    return spawned_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t refused() const {
    return refused_.load(std::memory_order_relaxed);
  }

 private:
  const std::size_t workers_;
  const std::function<bool()> start_worker_;
  StateWord<> state_;
  Injector<Task> injector_;
  std::unique_ptr<WorkDeque<Task>[]> deques_;
  Parking parking_;

  // Set once, under stop_mutex_, by stop(); read by workers (seq_cst, since
  // they look at it between announce and sleep) and wait_until_stopping.
  std::atomic<bool> stopping_{false};
  std::mutex stop_mutex_;
  std::condition_variable stop_changed_;

  // Written by producers, read after they are done. Relaxed: plain counts.
  alignas(kCacheLine) std::atomic<std::uint64_t> spawned_{0};
  std::atomic<std::uint64_t> refused_{0};
};

}  // namespace sluice
