// A work-stealing executor: N workers, each with a deque, a scratch and a
// thread of its own, which starts when there is work for it.
//
//   Executor<MyTask, MyScratch> executor(
//       {.workers = 4},
//       {.make_scratch = [](std::size_t worker) { return MyScratch(worker); },
//        .run = [](MyTask& task, Executor<...>::Context& worker) { ... },
//        .drop = [](MyTask& task) { free_what_it_owns(task); },
//        .on_failure = [&] { budget.cancel(); }});
//   executor.spawn(task);
//   ExecutorMetrics metrics = executor.join();
//
// Parts: state_word.h (gate and count), deque.h, injector.h, parking.h,
// work_pool.h (these together), worker_step.h (the order of the search and
// idling), worker_env.h (what a task sees of its worker).
//
// Ends
//  - join() refuses new tasks from outside and returns when all tasks, those
//    that tasks spawn included, are completed.
//  - shutdown() abandons: workers leave after the task they run, and what is
//    queued goes to `drop` in join() or in the destructor.
//  - A task that throws does the same as shutdown(), after `on_failure`, and
//    join() rethrows the first exception.
//
// Thread-safety: spawn, spawn_batch, shutdown, accepting, in_flight from any
// thread, tasks included. join and the destructor by the owner, not by a
// task; the destructor not while another thread is inside spawn.
// Ownership: the executor owns accepted tasks (task.h), scratches and
// threads; no thread outlives it.
// Running out of memory ends the process.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/check.h"
#include "exec/affinity.h"
#include "exec/metrics.h"
#include "exec/task.h"
#include "exec/work_pool.h"
#include "exec/worker_env.h"
#include "exec/worker_step.h"

namespace sluice {

// What the owner supplies. All are called from several threads at once,
// except on_failure, which is called once at most.
template <ExecutorTask Task, typename Scratch>
struct ExecutorHooks {
  // Makes a worker's scratch, on the worker's own thread, before its first
  // task. Its destructor runs there too. May throw, like a task.
  std::function<Scratch(std::size_t worker)> make_scratch;
  std::function<void(Task&, WorkerContext<Task, Scratch>&)> run;
  // Frees what a task owns that will never run. Must not throw.
  std::function<void(Task&)> drop = [](Task&) {};
  // Runs after the first failure, when the gate is closed and before the
  // workers leave: the place to wake producers that wait for something else.
  // Must not throw.
  std::function<void()> on_failure = [] {};
};

template <ExecutorTask Task, typename Scratch>
class Executor {
 public:
  using Context = WorkerContext<Task, Scratch>;
  using Hooks = ExecutorHooks<Task, Scratch>;

  Executor(const ExecutorConfig& config, Hooks hooks)
      : config_(config),
        hooks_(std::move(hooks)),
        pool_(config.workers, [this] { return start_worker(); }),
        worker_metrics_(config.workers) {
    SLUICE_CHECK(config.injector_batch > 0 && config.wake_every > 0);
    threads_.reserve(config.workers);
  }

  ~Executor() {
    if (joined_) return;
    shutdown();
    finish();
  }

  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  // False: the gate is closed and the task stays the caller's.
  [[nodiscard]] bool spawn(const Task& task) noexcept {
    return pool_.spawn(std::span(&task, 1));
  }
  // All of them or none.
  [[nodiscard]] bool spawn_batch(std::span<const Task> tasks) noexcept {
    return pool_.spawn(tasks);
  }

  void shutdown() noexcept {
    pool_.close();
    pool_.stop();
  }

  // Once. Throws what the first failing task threw; metrics() is valid then
  // as well.
  ExecutorMetrics join() {
    SLUICE_CHECK(!joined_);
    pool_.close();
    finish();
    std::exception_ptr failure;
    {
      const std::lock_guard lock(failure_mutex_);
      failure = failure_;
    }
    if (failure) std::rethrow_exception(failure);
    return metrics_;
  }

  // REQUIRES: join() was called.
  [[nodiscard]] const ExecutorMetrics& metrics() const {
    SLUICE_CHECK(joined_);
    return metrics_;
  }

  [[nodiscard]] bool accepting() const { return pool_.accepting(); }
  [[nodiscard]] std::uint64_t in_flight() const { return pool_.in_flight(); }

 private:
  // WorkPool's start_worker: starts the next thread, if one is left.
  bool start_worker() noexcept {
    if (started_.load(std::memory_order_relaxed) >= config_.workers) {
      return false;
    }
    std::unique_lock lock(threads_mutex_);
    const std::size_t id = threads_.size();
    if (starts_closed_ || id >= config_.workers || pool_.stopping()) {
      return false;
    }
    try {
      threads_.emplace_back([this, id] { worker_main(id); });
    } catch (const std::system_error&) {
      // The system gives no more threads. Those we have will do; with none,
      // nothing would ever run the tasks.
      starts_closed_ = true;
      started_.store(config_.workers, std::memory_order_relaxed);
      lock.unlock();
      if (id == 0) fail(std::current_exception());
      return false;
    }
    started_.store(id + 1, std::memory_order_relaxed);
    return true;
  }

  void worker_main(std::size_t id) noexcept {
    if (config_.pin_threads) pin_current_thread(id);
    std::optional<Context> context;
    try {
      context.emplace(pool_, config_, id, hooks_.make_scratch);
    } catch (...) {
      fail(std::current_exception());
      return;
    }
    WorkerEnv<Task, Scratch> env(
        pool_, config_, *context,
        [this](Task& task, Context& worker) { return run(task, worker); });
    for (;;) {
      const StepOutcome outcome = worker_step(env).outcome;
      if (outcome == StepOutcome::kShouldPark) park_worker(env);
      if (outcome == StepOutcome::kExitDone) break;
      if (outcome == StepOutcome::kExitFailed) break;
    }
    worker_metrics_[id] = context->metrics();
  }

  bool run(Task& task, Context& worker) noexcept {
    try {
      hooks_.run(task, worker);
      return true;
    } catch (...) {
      fail(std::current_exception());
      return false;
    }
  }

  void fail(std::exception_ptr failure) noexcept {
    {
      const std::lock_guard lock(failure_mutex_);
      if (failure_) return;  // the first one stops the executor
      failure_ = std::move(failure);
    }
    pool_.close();
    hooks_.on_failure();
    pool_.stop();
  }

  // Waits for the end, joins the threads and drops what is left.
  void finish() {
    pool_.wait_until_stopping();
    std::vector<std::thread> threads;
    {
      const std::lock_guard lock(threads_mutex_);
      starts_closed_ = true;
      threads.swap(threads_);
    }
    for (std::thread& thread : threads) thread.join();
    metrics_.dropped = pool_.drain(hooks_.drop);
    metrics_.by_worker = worker_metrics_;
    for (const WorkerMetrics& worker : worker_metrics_) {
      metrics_.total += worker;
    }
    metrics_.spawned = pool_.spawned();
    metrics_.refused = pool_.refused();
    metrics_.wakes = pool_.parking().wakes();
    metrics_.workers_started = threads.size();
    joined_ = true;
  }

  const ExecutorConfig config_;
  const Hooks hooks_;
  WorkPool<Task> pool_;
  // Each element is written by its worker before its thread ends and read by
  // the owner after joining it.
  std::vector<WorkerMetrics> worker_metrics_;

  std::mutex threads_mutex_;  // guards the two that follow
  std::vector<std::thread> threads_;
  bool starts_closed_ = false;
  // threads_.size(), or more once no thread can be started. Written under
  // threads_mutex_; read without it, as a hint that never runs ahead:
  // relaxed, since a stale value costs a lock and nothing else.
  std::atomic<std::size_t> started_{0};

  std::mutex failure_mutex_;  // guards failure_
  std::exception_ptr failure_;

  bool joined_ = false;  // the owner's, like metrics_
  ExecutorMetrics metrics_;
};

}  // namespace sluice
