// A worker as its tasks see it (WorkerContext) and as worker_step sees it
// (WorkerEnv).
// Thread-safety: none; both live on their worker's thread and stay there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <thread>

#include "exec/metrics.h"
#include "exec/rng.h"
#include "exec/task.h"
#include "exec/work_pool.h"
#include "exec/worker_step.h"

namespace sluice {

struct ExecutorConfig {
  std::size_t workers = 1;
  std::uint64_t seed = 0x853C49E6748FEA9Bu;  // for the choice of victims
  std::uint32_t steal_tries = 4;  // random victims before the full sweep
  // Idle rounds before a worker parks. A round looks at every queue and
  // pauses, some 50 to 100 ns with few workers.
  std::uint32_t spin_iters = 200;
  std::uint32_t yield_iters = 1;
  std::size_t injector_batch = 32;  // tasks taken from the injector at most
  std::uint32_t wake_every = 32;    // local spawns that call another worker
  bool pin_threads = false;
};

// What the runner gets beside its task.
template <ExecutorTask Task, typename Scratch>
class WorkerContext {
 public:
  template <typename MakeScratch>
  WorkerContext(WorkPool<Task>& pool, const ExecutorConfig& config,
                std::size_t id, MakeScratch&& make_scratch)
      : pool_(pool),
        id_(id),
        wake_every_(config.wake_every),
        rng_(config.seed, id),
        scratch_(make_scratch(id)) {}

  WorkerContext(const WorkerContext&) = delete;
  WorkerContext& operator=(const WorkerContext&) = delete;

  [[nodiscard]] std::size_t id() const { return id_; }
  Scratch& scratch() { return scratch_; }
  Rng& rng() { return rng_; }
  WorkerMetrics& metrics() { return metrics_; }
  // For long tasks: the executor was shut down or another task failed, so
  // what this task still does is in vain.
  [[nodiscard]] bool stopping() const { return pool_.stopping(); }

  // Adds a task to this worker's own deque; it runs next unless stolen.
  // Others are called once per `wake_every` such spawns: right for small
  // tasks. A task worth a worker of its own belongs to spawn_global, which
  // calls one at once. Both always accept: a task that spawns is in flight,
  // and what it spawns belongs to the work that join() waits for.
  void spawn_local(const Task& task) noexcept {
    pool_.push_local(id_, task);
    ++metrics_.local_spawns;
    if (++spawns_since_wake_ < wake_every_) return;
    spawns_since_wake_ = 0;
    if (pool_.call_workers(1) > 0) ++metrics_.hoard_wakes;
  }
  void spawn_global(const Task& task) noexcept {
    pool_.push_global(task);
    ++metrics_.global_spawns;
  }

 private:
  WorkPool<Task>& pool_;
  const std::size_t id_;
  const std::uint32_t wake_every_;
  std::uint32_t spawns_since_wake_ = 0;
  Rng rng_;
  WorkerMetrics metrics_;
  Scratch scratch_;
};

// The environment of worker_step over a real pool.
template <ExecutorTask TaskType, typename Scratch>
class WorkerEnv {
 public:
  using Task = TaskType;
  using Context = WorkerContext<Task, Scratch>;
  // Runs the task and tells whether it succeeded; a failure is noted where
  // join() finds it, and the pool is told to stop.
  using RunTask = std::function<bool(Task&, Context&)>;

  WorkerEnv(WorkPool<Task>& pool, const ExecutorConfig& settings,
            Context& context, RunTask run_task)
      : pool_(pool),
        config_(settings),
        context_(context),
        run_task_(std::move(run_task)),
        backoff_(settings.spin_iters, settings.yield_iters),
        batch_(std::make_unique<Task[]>(settings.injector_batch)) {}

  [[nodiscard]] std::size_t id() const { return context_.id(); }
  [[nodiscard]] std::size_t workers() const { return pool_.workers(); }
  [[nodiscard]] const ExecutorConfig& config() const { return config_; }
  Rng& rng() { return context_.rng(); }
  WorkerMetrics& metrics() { return context_.metrics(); }
  Backoff& backoff() { return backoff_; }

  [[nodiscard]] bool stopping() const { return pool_.stopping(); }
  bool pop(Task& task) { return pool_.pop(id(), task); }
  std::size_t take_injected(Task& task) {
    return pool_.take_injected(id(), task,
                               std::span(batch_.get(), config_.injector_batch));
  }
  StealResult steal(std::size_t victim, Task& task) {
    return pool_.steal(victim, task);
  }
  [[nodiscard]] bool injector_empty() const { return pool_.injector_empty(); }
  [[nodiscard]] bool deque_empty(std::size_t victim) const {
    return pool_.deque_empty(victim);
  }
  [[nodiscard]] bool has_work() const { return pool_.has_work(); }
  bool call_worker() { return pool_.call_workers(1) > 0; }

  bool run(Task& task) { return run_task_(task, context_); }
  void complete() { pool_.complete(); }

  void relax() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("isb" ::: "memory");
#endif
  }
  void yield() { std::this_thread::yield(); }

  void announce() { pool_.parking().announce(id()); }
  void retract() { pool_.parking().retract(id()); }
  void sleep() { pool_.parking().sleep(id()); }

 private:
  WorkPool<Task>& pool_;
  const ExecutorConfig& config_;
  Context& context_;
  RunTask run_task_;
  Backoff backoff_;
  std::unique_ptr<Task[]> batch_;  // room for one take from the injector
};

}  // namespace sluice
