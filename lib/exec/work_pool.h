// The state that the workers share: the state word, the injector, a deque per
// worker, the heavy board, the parking place, the threads and the end. It
// contains no order of search and runs no task; worker_step.h does.
//
// Owner, handles and workers hold a pool together. So a producer that outlives
// the executor meets a closed gate.
//
// Thread-safety: as noted at each group. If memory runs out, the process ends.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>

#include "base/check.h"
#include "exec/heavy_board.h"
#include "exec/injector.h"
#include "exec/parking.h"
#include "exec/policy.h"
#include "exec/state_word.h"
#include "exec/stop_signal.h"
#include "exec/sync.h"
#include "exec/task.h"
#include "exec/worker_threads.h"

namespace sluice {

template <ExecutorTask Task, typename Policy = StdPolicy>
class WorkPool {
 public:
  using Sync = typename Policy::Sync;
  using Trace = typename Policy::Trace;
  using Threads = WorkerThreads<Sync>;
  using Board = HeavyBoard<Task, Sync>;

  struct Hooks {
    typename Threads::Hooks threads;
    // Called once, when the pool is abandoned before its owner is done.
    std::function<void()> on_abandon = [] {};
  };

  WorkPool(std::size_t workers, Hooks hooks, Trace trace = {})
      : workers_(workers),
        on_abandon_(std::move(hooks.on_abandon)),
        trace_(std::move(trace)),
        deques_(std::make_unique<Deque[]>(workers)),
        parking_(workers),
        threads_(workers, std::move(hooks.threads)) {
    SLUICE_CHECK(workers > 0);
  }

  WorkPool(const WorkPool&) = delete;
  WorkPool& operator=(const WorkPool&) = delete;

  [[nodiscard]] std::size_t workers() const { return workers_; }
  [[nodiscard]] std::uint64_t in_flight() const { return state_.in_flight(); }
  [[nodiscard]] bool is_accepting() const { return state_.accepting(); }
  [[nodiscard]] const Trace& trace() const { return trace_; }

  // --- For producers: any thread ---

  // Accepts all tasks, or none if the gate is closed.
  [[nodiscard]] bool spawn(std::span<const Task> tasks) noexcept {
    if (tasks.empty()) return is_accepting();
    return admit(tasks.size(), [&] { return injector_.push(tasks); });
  }
  // Posts a job of `steps` steps, at least 1.
  [[nodiscard]] bool spawn_job(const Task& job, std::uint64_t steps) noexcept {
    return admit(steps, [&] { return board_.post(job, steps); });
  }

  // --- For worker `id`, from its own thread ---

  // Counts tasks, or steps, that a task is about to push or post.
  void count_inside(std::uint64_t tasks) { state_.spawn_inside(tasks); }
  // These three always succeed: a worker runs, so the pool is not drained yet.
  // REQUIRES: the tasks are counted.
  void push_local(std::size_t id, const Task& task) noexcept {
    deques_[id].push(task);
  }
  void push_global(const Task& task) noexcept {
    SLUICE_CHECK(injector_.push(std::span(&task, 1)));
    call_workers(1);
  }
  void post(const Task& job, std::uint64_t steps) noexcept {
    SLUICE_CHECK(board_.post(job, steps));
    call_workers(steps);
  }

  [[nodiscard]] bool pop(std::size_t id, Task& out) noexcept {
    return deques_[id].pop(out);
  }
  // Takes up to `batch.size()` tasks: the oldest to `out`, the others to the
  // worker's deque, in the order that makes pop() return the oldest first.
  // Returns their number.
  [[nodiscard]] std::size_t take_injected(std::size_t id, Task& out,
                                          std::span<Task> batch) noexcept {
    const std::size_t taken = injector_.take(batch, workers_);
    if (taken == 0) return 0;
    if (taken > 1) deques_[id].push_all(batch.subspan(1, taken - 1));
    out = batch[0];
    return taken;
  }
  [[nodiscard]] std::optional<typename Board::Claim> claim_step() noexcept {
    return board_.claim();
  }
  [[nodiscard]] StealResult steal(std::size_t victim, Task& out) noexcept {
    return deques_[victim].steal(out);
  }

  // The worker has found something to do, or nothing any more. Idle at first.
  void note_busy() noexcept { busy_.fetch_add(1, std::memory_order_relaxed); }
  void note_idle() noexcept { busy_.fetch_sub(1, std::memory_order_relaxed); }

  // --- For anyone ---

  [[nodiscard]] bool injector_empty() const { return injector_.empty(); }
  [[nodiscard]] bool board_empty() const { return board_.empty(); }
  [[nodiscard]] bool deque_empty(std::size_t id) const {
    return deques_[id].empty();
  }
  // Whether there is a task or an unclaimed step anywhere. It looks with
  // seq_cst, for the places that parking.h names.
  [[nodiscard]] bool has_work() const {
    if (!injector_.empty() || !board_.empty()) return true;
    for (std::size_t id = 0; id < workers_; ++id) {
      if (!deques_[id].empty()) return true;
    }
    return false;
  }

  // Whether a worker searches, sleeps, is about to, or was never started, so
  // that it would begin with a new task at once.
  [[nodiscard]] bool any_idle() const noexcept {
    return busy_.load(std::memory_order_relaxed) < workers_;
  }

  Parking<Sync>& parking() { return parking_; }
  [[nodiscard]] const Parking<Sync>& parking() const { return parking_; }
  Threads& threads() { return threads_; }

  // Ensures that as many workers as there are `tasks`, or all, look for work or
  // run. Workers that already search count. Then sleepers are woken, then
  // workers that never ran are started. Returns how many were called.
  std::size_t call_workers(std::uint64_t tasks) noexcept {
    const std::uint64_t searching = parking_.searchers();
    std::size_t called = 0;
    for (; searching + called < tasks; ++called) {
      if (!parking_.wake_one() && !start_worker()) break;
    }
    if (called > 0) trace_({.kind = TraceKind::kCalled, .a = called});
    return called;
  }

  // --- The end ---

  // Subtracts the count of `tasks` that were run, refused or dropped.
  void complete(std::uint64_t tasks = 1) noexcept {
    if (state_.complete(tasks) == Transition::kTerminal) stop();
  }
  // Accepts nothing from outside any more. The pool stops when all tasks in
  // flight are completed.
  void close() noexcept {
    if (state_.close() == Transition::kTerminal) stop();
  }
  // Accepts nothing any more. The workers leave after the tasks that they run.
  void abandon() noexcept {
    // Not close(): with nothing in flight, it would stop the pool, and let the
    // workers and a join() go, before on_abandon_ was called.
    (void)state_.close();
    {
      const std::lock_guard lock(abandon_mutex_);
      if (on_abandon_) std::exchange(on_abandon_, nullptr)();
    }
    stop();
  }
  [[nodiscard]] bool stopping() const { return stop_.is_set(); }

  // The owner calls it once. It waits until the pool stops and the threads have
  // left. Then it passes every task that was not run to `drop`, and the
  // unclaimed steps of each job to `drop_steps(job, first, end)`, and refuses
  // late ones. Afterwards, no hook except the trace is called. Returns how many
  // threads there were.
  template <typename Drop, typename DropSteps>
  std::size_t finish(Drop&& drop, DropSteps&& drop_steps) {
    stop_.wait();
    const std::size_t threads = threads_.close_and_join();
    {
      const std::lock_guard lock(abandon_mutex_);
      on_abandon_ = nullptr;
    }
    injector_.close();
    board_.close();
    Task task;
    for (std::size_t id = 0; id < workers_; ++id) {
      while (deques_[id].pop(task)) {
        drop(task);
        ++dropped_;
      }
    }
    while (injector_.take(std::span(&task, 1), 1) == 1) {
      drop(task);
      ++dropped_;
    }
    dropped_ += board_.drain(drop_steps);
    if (dropped_ > 0) trace_({.kind = TraceKind::kDropped, .a = dropped_});
    complete(dropped_);
    return threads;
  }

  // Tasks and steps of jobs: those that went through the injector or the board,
  // from outside or not; those given back; those never run (both after finish).
  [[nodiscard]] std::uint64_t queued() const {
    return injector_.pushed() + board_.posted_steps();
  }
  [[nodiscard]] std::uint64_t refused() const {
    return refused_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }

 private:
  using Deque = typename Policy::template Deque<Task>;

  // Counts `tasks`, queues them with `push`, and calls workers.
  template <typename Push>
  bool admit(std::uint64_t tasks, Push&& push) noexcept {
    bool accepted = state_.try_spawn(tasks);
    if (accepted && !push()) {
      // finish() came in between; the tasks stay the caller's.
      complete(tasks);
      accepted = false;
    }
    if (!accepted) refused_.fetch_add(tasks, std::memory_order_relaxed);
    trace_({.kind = accepted ? TraceKind::kSpawned : TraceKind::kRefused,
            .a = tasks});
    if (accepted) call_workers(tasks);
    return accepted;
  }

  // The new worker is a searcher from now on, so that two spawns in a row do
  // not start two. If it cannot be started, another thread may have relied on
  // it.
  bool start_worker() noexcept {
    if (threads_.all_started() || stopping()) return false;
    parking_.begin_search();
    if (threads_.start()) return true;
    if (parking_.end_search() && has_work()) parking_.wake_one();
    return false;
  }

  void stop() noexcept {
    stop_.set();
    parking_.wake_all();
  }

  const std::size_t workers_;
  typename Sync::Mutex abandon_mutex_;  // guards on_abandon_
  std::function<void()> on_abandon_;    // empty once called, or once finished
  [[no_unique_address]] const Trace trace_;

  alignas(kCacheLine) StateWord<Sync> state_;
  Injector<Task, Sync> injector_;
  Board board_;
  std::unique_ptr<Deque[]> deques_;
  Parking<Sync> parking_;
  StopSignal<Sync> stop_;
  std::uint64_t dropped_ = 0;  // the owner's

  // Written by producers, read by the owner. Relaxed: it orders nothing.
  typename Sync::template Atomic<std::uint64_t> refused_{0};

  // The number of workers that have found something to do since they last found
  // nothing. Written by workers, read by producers (any_idle). It is a separate
  // count because a woken worker is for a moment neither a searcher nor a
  // sleeper of parking.h. Relaxed: the producer's next look corrects a stale
  // value, and nothing else depends on it.
  alignas(kCacheLine) typename Sync::template Atomic<std::size_t> busy_{0};

  Threads threads_;  // last: their hooks use the rest
};

}  // namespace sluice
