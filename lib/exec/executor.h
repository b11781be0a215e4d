// A work-stealing executor: N workers, each with a deque, a scratch and a
// thread of its own, which starts when there is work for it.
//
//   using Files = Executor<FileTask, FileScratch>;
//   Files executor(
//       {.workers = 4},
//       {.make_scratch = [](std::size_t worker) { return FileScratch(); },
//        .run = [](FileTask& task, Files::Context& worker) { ... },
//        .drop = [](FileTask& task) { free_what_it_owns(task); },
//        .on_abandon = [&] { budget.cancel(); }});
//   if (!executor.spawn(task)) ...     // closed; the task is still ours
//   ExecutorMetrics metrics = executor.join();
//
// Two kinds of work: tasks, each run once by one worker, and jobs, run in
// steps by as many workers as are free, the job with the most steps first.
//
// Parts: state_word.h (gate and count), deque.h, injector.h, heavy_board.h
// (jobs), parking.h (searchers and sleepers), worker_threads.h, work_pool.h
// (these together), worker_step.h (the order of the search and idling),
// worker_env.h (the worker as a task sees it). For producers: budget.h (a bound
// on tasks in flight) and batch.h (many tasks at once).
//
// Ends
//  - join() refuses new work from outside. It returns when all tasks and steps
//    are completed, including those that tasks spawned.
//  - shutdown() abandons: workers leave after the task that they run. In join()
//    or in the destructor, queued tasks go to `drop` and `drop_steps`.
//  - A task that throws has the same effect as shutdown(), and join() rethrows
//    the first exception.
// No hook is called for tasks that a worker holds at that time
// (WorkerContext::hold): they belong to the scratch, which is destroyed on the
// worker's thread.
//
// Thread-safety: any thread, including tasks, may call a handle, and the
// members that Executor has in common with it. Calls of the executor's own
// members must return before its destructor begins; a handle has no such limit.
// Only the owner may call join and the destructor, not a task.
// Ownership: the executor owns accepted tasks (task.h), scratches and threads.
// No thread outlives it, but a handle may.
//
// If memory runs out, the process ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/check.h"
#include "exec/affinity.h"
#include "exec/metrics.h"
#include "exec/policy.h"
#include "exec/task.h"
#include "exec/work_pool.h"
#include "exec/worker_env.h"
#include "exec/worker_step.h"

namespace sluice {

// The hooks of the owner. Workers call the first three, several at once. The
// owner calls drop and drop_steps, in join() or the destructor. The thread that
// abandons calls on_abandon. run_step is required if jobs are spawned.
template <ExecutorTask Task, typename Scratch, typename Policy = StdPolicy>
struct ExecutorHooks {
  using Context = WorkerContext<Task, Scratch, Policy>;

  // Makes a worker's scratch, on the worker's own thread, before its first
  // task. Its destructor runs there, too. It may throw, like a task. It should
  // be quick: until it returns, the worker counts as one that is about to look
  // for work, and no other worker is woken.
  std::function<Scratch(std::size_t worker)> make_scratch;
  std::function<void(Task&, Context&)> run;
  // Runs one step of a job; others run at the same time on other workers.
  std::function<void(Task& job, JobStep, Context&)> run_step = {};
  // Continues one of the tasks that this worker holds, and may wait for it
  // (WorkerContext::hold). Required if tasks are held.
  std::function<void(Context&)> resume = {};
  // Frees the data of a task that will never run. Must not throw.
  std::function<void(Task&)> drop = [](Task&) {};
  // The steps of this job from `first` to `end`, exclusive, will never run.
  // Called at most once per job, when no step runs any more. Must not throw.
  std::function<void(Task& job, std::uint64_t first, std::uint64_t end)>
      drop_steps = [](Task&, std::uint64_t, std::uint64_t) {};
  // Runs once, at shutdown() or after the first failure, when the gate is
  // closed and before the workers leave. It should wake producers that wait for
  // something else, such as a budget. Must not throw, nor call shutdown(). It
  // is not called if join() has already seen the last task end.
  std::function<void()> on_abandon = [] {};
};

// Adds work to an executor from anywhere. A copy is as good as the original.
// Once the executor no longer exists, it refuses everything.
template <ExecutorTask Task, typename Policy = StdPolicy>
class ExecutorHandle {
 public:
  using Pool = WorkPool<Task, Policy>;

  explicit ExecutorHandle(std::shared_ptr<Pool> pool)
      : pool_(std::move(pool)) {}

  // Gives the task back if the gate is closed.
  [[nodiscard]] Spawned<Task> spawn(const Task& task) const noexcept {
    if (pool_->spawn(std::span(&task, 1))) return {};
    return tl::make_unexpected(task);
  }
  // Accepts all of them or none.
  [[nodiscard]] Spawned<std::span<const Task>> spawn_batch(
      std::span<const Task> tasks) const noexcept {
    if (pool_->spawn(tasks)) return {};
    return tl::make_unexpected(tasks);
  }
  // A job of `steps` steps, from 1 to HeavyBoard's limit, for all workers to
  // share. Accepts all of its steps or none.
  [[nodiscard]] Spawned<Task> spawn_job(const Task& job,
                                        std::uint64_t steps) const noexcept {
    if (pool_->spawn_job(job, steps)) return {};
    return tl::make_unexpected(job);
  }

  void shutdown() const noexcept { pool_->abandon(); }

  [[nodiscard]] bool is_accepting() const { return pool_->is_accepting(); }
  // Whether a worker would begin with a new task at once (batch.h).
  [[nodiscard]] bool any_idle() const noexcept { return pool_->any_idle(); }
  // The number of tasks and steps of jobs that were accepted and are not
  // completed yet. While workers are busy, up to 127 too many for each
  // (credits.h).
  [[nodiscard]] std::uint64_t in_flight() const { return pool_->in_flight(); }

 private:
  std::shared_ptr<Pool> pool_;
};

template <ExecutorTask Task, typename Scratch, typename Policy = StdPolicy>
class Executor {
 public:
  using Context = WorkerContext<Task, Scratch, Policy>;
  using Hooks = ExecutorHooks<Task, Scratch, Policy>;
  using Handle = ExecutorHandle<Task, Policy>;
  using Trace = typename Policy::Trace;

  Executor(const ExecutorConfig& config, Hooks hooks, Trace trace = {})
      : config_(config),
        hooks_(std::move(hooks)),
        processors_(config.pin_threads ? usable_processors()
                                       : std::vector<std::size_t>()),
        worker_metrics_(config.workers),
        pool_(std::make_shared<Pool>(
            config.workers,
            typename Pool::Hooks{
                .threads = {.run = [this](std::size_t id) { work(id); },
                            .on_none =
                                [this](std::exception_ptr failure) {
                                  fail(std::move(failure));
                                }},
                .on_abandon = hooks_.on_abandon},
            std::move(trace))),
        handle_(pool_) {
    SLUICE_CHECK(config.injector_batch > 0 && config.wake_every > 0 &&
                 config.fair_every > config.injector_batch);
  }

  ~Executor() {
    if (joined_) return;
    shutdown();
    finish();
  }

  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  // For producers that are not the owner.
  [[nodiscard]] Handle handle() const { return handle_; }

  [[nodiscard]] Spawned<Task> spawn(const Task& task) noexcept {
    return handle_.spawn(task);
  }
  [[nodiscard]] Spawned<std::span<const Task>> spawn_batch(
      std::span<const Task> tasks) noexcept {
    return handle_.spawn_batch(tasks);
  }
  [[nodiscard]] Spawned<Task> spawn_job(const Task& job,
                                        std::uint64_t steps) noexcept {
    return handle_.spawn_job(job, steps);
  }
  void shutdown() noexcept { handle_.shutdown(); }
  [[nodiscard]] bool is_accepting() const { return handle_.is_accepting(); }
  [[nodiscard]] std::uint64_t in_flight() const { return handle_.in_flight(); }

  // Call it once. It rethrows the exception of the first failing task;
  // metrics() is valid then, too.
  ExecutorMetrics join() {
    SLUICE_CHECK(!joined_);
    pool_->close();
    finish();
    if (failure_) std::rethrow_exception(failure_);
    return metrics_;
  }

  // REQUIRES: join() was called.
  [[nodiscard]] const ExecutorMetrics& metrics() const {
    SLUICE_CHECK(joined_);
    return metrics_;
  }

 private:
  using Pool = WorkPool<Task, Policy>;
  friend class WorkerEnv<Task, Scratch, Policy, Executor>;

  // The life of worker `id`, on its own thread.
  void work(std::size_t id) noexcept {
    // If the system refuses, the thread runs anywhere.
    if (!processors_.empty()) {
      (void)pin_current_thread(processors_[id % processors_.size()]);
    }
    std::optional<Context> context;
    try {
      context.emplace(*pool_, config_, id, hooks_.make_scratch);
    } catch (...) {
      fail(std::current_exception());
      return;
    }
    WorkerEnv<Task, Scratch, Policy, Executor> env(*pool_, config_, *context,
                                                   *this);
    FoundTask found;
    for (;;) {
      const StepOutcome outcome = worker_step(env, found);
      if (outcome == StepOutcome::kShouldPark) park_worker(env);
      if (outcome == StepOutcome::kExitDone) break;
      if (outcome == StepOutcome::kExitFailed) break;
    }
    context->settle();
    worker_metrics_[id] = context->metrics();
  }

  // --- WorkerEnv's Runner ---
  bool run(Task& task, Context& worker) noexcept {
    try {
      hooks_.run(task, worker);
      return true;
    } catch (...) {
      fail(std::current_exception());
      return false;
    }
  }
  bool run_step(Task& job, JobStep step, Context& worker) noexcept {
    try {
      hooks_.run_step(job, step, worker);
      return true;
    } catch (...) {
      fail(std::current_exception());
      return false;
    }
  }

  bool resume(Context& worker) noexcept {
    try {
      hooks_.resume(worker);
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
    pool_->abandon();
  }

  void finish() {
    metrics_.workers_started = pool_->finish(hooks_.drop, hooks_.drop_steps);
    metrics_.by_worker = worker_metrics_;
    for (const WorkerMetrics& worker : worker_metrics_) {
      metrics_.total += worker;
    }
    metrics_.spawned = pool_->queued() - metrics_.total.global_spawns -
                       metrics_.total.step_spawns;
    metrics_.refused = pool_->refused();
    metrics_.dropped = pool_->dropped();
    metrics_.wakes = pool_->parking().wakes();
    joined_ = true;
  }

  const ExecutorConfig config_;
  const Hooks hooks_;
  const std::vector<std::size_t> processors_;  // to bind to; may be empty
  // Each element is written by its worker before its thread ends and read by
  // the owner after joining it.
  std::vector<WorkerMetrics> worker_metrics_;

  typename Policy::Sync::Mutex failure_mutex_;  // guards failure_ until the
  std::exception_ptr failure_;                  // threads are joined

  bool joined_ = false;  // the owner's, like metrics_
  ExecutorMetrics metrics_;

  const std::shared_ptr<Pool> pool_;
  const Handle handle_;
};

}  // namespace sluice
