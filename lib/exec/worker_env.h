// A worker as its tasks see it (WorkerContext) and as worker_step sees it
// (WorkerEnv).
// Thread-safety: none; both live on their worker's thread and stay there.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>

#include "exec/credits.h"
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
  // Idle rounds before a worker parks; each looks at every queue (idle.h).
  std::uint32_t spin_iters = 8;
  std::uint32_t yield_iters = 0;
  std::size_t injector_batch = 128;  // tasks taken from the injector at most
  std::uint32_t wake_every = 32;     // local spawns that call another worker
  // Finds in a row from one place before another place gets its turn. It is
  // more than injector_batch, so that a batch is run in its order.
  std::uint32_t fair_every = 256;
  bool pin_threads = false;
};

// The second argument of the runner, after the task.
template <ExecutorTask Task, typename Scratch, typename Policy = StdPolicy>
class WorkerContext {
 public:
  using Pool = WorkPool<Task, Policy>;

  template <typename MakeScratch>
  WorkerContext(Pool& pool, const ExecutorConfig& config, std::size_t id,
                MakeScratch&& make_scratch)
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
  // For long tasks: whether the executor was shut down or another task failed,
  // so that the rest of this task is useless.
  [[nodiscard]] bool stopping() const { return pool_.stopping(); }

  // These three always accept: a task that spawns is in flight, and the spawned
  // tasks belong to the work that join() waits for.
  //
  // Adds a task to this worker's own deque. It runs next unless it is stolen.
  // Other workers are called once per `wake_every` such spawns, which is right
  // for small tasks. For a task that is worth a worker of its own, use
  // spawn_global, which calls a worker at once.
  void spawn_local(const Task& task) noexcept {
    count_spawn();
    pool_.push_local(id_, task);
    ++metrics_.local_spawns;
    if (++spawns_since_wake_ < wake_every_) return;
    spawns_since_wake_ = 0;
    if (pool_.call_workers(1) > 0) ++metrics_.hoard_calls;
  }
  void spawn_global(const Task& task) noexcept {
    count_spawn();
    pool_.push_global(task);
    ++metrics_.global_spawns;
  }
  // Puts a job of `steps` steps, at least 1, on the heavy board, for all
  // workers to share. The share of a budget that the spawning task holds for it
  // must last until the job's last step is done.
  void spawn_job(const Task& job, std::uint64_t steps) noexcept {
    pool_.count_inside(steps);
    pool_.post(job, steps);
    ++metrics_.job_spawns;
    metrics_.step_spawns += steps;
  }

  // For a task that waits for something outside, such as a read. hold(): the
  // task that runs is not completed when it returns. It stays in flight, and
  // belongs to the scratch. The worker continues with other tasks, calls the
  // hook `resume` when it finds none, and does not sleep while it holds any.
  // release(): a held task is completed. Tasks that are held when the executor
  // is abandoned never complete.
  void hold() noexcept {
    ++held_;
    holds_this_ = true;
    ++metrics_.held;
  }
  void release() noexcept {
    --held_;
    complete();
  }
  [[nodiscard]] std::size_t held() const { return held_; }

  // --- For the executor ---
  void complete() noexcept { give_back(credits_.earn()); }
  // Whether the task that just ran called hold().
  [[nodiscard]] bool took_hold() noexcept {
    return std::exchange(holds_this_, false);
  }
  void settle() noexcept { give_back(credits_.settle()); }

 private:
  void count_spawn() noexcept {
    const std::uint64_t counts = credits_.spend();
    if (counts > 0) pool_.count_inside(counts);
  }
  void give_back(std::uint64_t counts) noexcept {
    if (counts > 0) pool_.complete(counts);
  }

  Pool& pool_;
  Credits credits_;
  const std::size_t id_;
  const std::uint32_t wake_every_;
  std::uint32_t spawns_since_wake_ = 0;
  std::size_t held_ = 0;
  bool holds_this_ = false;
  Rng rng_;
  WorkerMetrics metrics_;
  Scratch scratch_;
};

// The number of workers that look at the heavy board (heavy_board.h) before
// they look for ordinary tasks. All others look at it before they would steal,
// so this share is the least that heavy jobs get, not the most.
//
// Source: a dual-pool executor whose main pool is ceil(85 %) of its threads and
// leaves both pools at least one. Two of its numbers are different here. For
// one worker it returns no main worker and one in reserve, so that ordinary
// work would never run; here a single worker is an ordinary one. For 32, the
// table in its documentation has 27 and 5, which is the floor of 27.2; its
// function rounds up, to 28 and 4, and so does ours.
//
// n - ceil(0.85 n) = floor(0.15 n), at least one and less than n if n > 1.
constexpr std::size_t reserve_workers(std::size_t workers) {
  if (workers < 2) return 0;
  return std::max<std::size_t>(workers * 15 / 100, 1);
}

// The environment of worker_step over a real pool. `Runner` runs the tasks and
// notes failures:
//   bool run(Task&, Context&), bool run_step(Task&, JobStep, Context&),
//   bool resume(Context&)
template <ExecutorTask TaskType, typename Scratch, typename Policy,
          typename Runner>
class WorkerEnv {
 public:
  using Task = TaskType;
  using Sync = typename Policy::Sync;
  using Context = WorkerContext<Task, Scratch, Policy>;
  using Pool = WorkPool<Task, Policy>;

  WorkerEnv(Pool& pool, const ExecutorConfig& config, Context& context,
            Runner& runner)
      : pool_(pool),
        config_(config),
        context_(context),
        runner_(runner),
        idle_(config),
        board_first_(context.id() < reserve_workers(pool.workers())),
        batch_(std::make_unique<Task[]>(config.injector_batch)) {}

  [[nodiscard]] std::size_t id() const { return context_.id(); }
  [[nodiscard]] std::size_t workers() const { return pool_.workers(); }
  [[nodiscard]] const ExecutorConfig& config() const { return config_; }
  Rng& rng() { return context_.rng(); }
  WorkerMetrics& metrics() { return context_.metrics(); }
  typename Policy::Idle& idle() { return idle_; }
  SearchState& search() { return search_; }
  [[nodiscard]] bool board_first() const { return board_first_; }

  [[nodiscard]] bool stopping() const { return pool_.stopping(); }
  bool pop(Task& task) { return pool_.pop(id(), task); }
  std::size_t take_injected(Task& task) {
    return pool_.take_injected(id(), task,
                               std::span(batch_.get(), config_.injector_batch));
  }
  bool claim(Task& job, JobStep& step) {
    const auto claim = pool_.claim_step();
    if (!claim) return false;
    job = claim->job;
    step = {.index = claim->step, .count = claim->steps};
    return true;
  }
  StealResult steal(std::size_t victim, Task& task) {
    return pool_.steal(victim, task);
  }
  [[nodiscard]] bool injector_empty() const { return pool_.injector_empty(); }
  [[nodiscard]] bool board_empty() const { return pool_.board_empty(); }
  [[nodiscard]] bool deque_empty(std::size_t victim) const {
    return pool_.deque_empty(victim);
  }
  [[nodiscard]] bool has_work() const { return pool_.has_work(); }
  bool call_worker() { return pool_.call_workers(1) > 0; }

  bool run(Task& task) { return runner_.run(task, context_); }
  bool run_step(Task& job, JobStep step) {
    return runner_.run_step(job, step, context_);
  }
  [[nodiscard]] std::size_t held() const { return context_.held(); }
  bool took_hold() { return context_.took_hold(); }
  bool resume() { return runner_.resume(context_); }
  void complete() { context_.complete(); }
  void settle() { context_.settle(); }

  void pause(std::uint32_t times) {
    for (; times > 0; --times) Sync::pause();
  }
  void yield() { Sync::yield(); }

  void begin_search() {
    pool_.note_idle();
    pool_.parking().begin_search();
  }
  bool end_search() {
    pool_.note_busy();
    return pool_.parking().end_search();
  }
  void announce() { pool_.parking().announce(id()); }
  void retract() { pool_.parking().retract(id()); }
  void sleep() { pool_.parking().sleep(id()); }

  void trace(const TraceEvent& event) { pool_.trace()(event); }

 private:
  Pool& pool_;
  const ExecutorConfig& config_;
  Context& context_;
  Runner& runner_;
  typename Policy::Idle idle_;
  const bool board_first_;
  SearchState search_;
  std::unique_ptr<Task[]> batch_;  // room for one take from the injector
};

}  // namespace sluice
