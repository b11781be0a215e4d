// One step of a worker: it finds a task and runs it, or decides how to be idle.
// The threads of the executor call it in a loop. So does the simulation
// (tests/sim), with threads that a seeded schedule switches.
//
// The order of the search
//  1. The worker's own deque, newest first: its data is still in the cache,
//     and depth first keeps the deques short.
//  2. The injector, several at once.
//  3. The heavy board: help with a job before robbing others of small tasks.
//     Workers of the reserve (reserve_workers()) look there before all else.
//  4. Random victims, oldest task first: random, so that workers that turn
//     idle together do not all rob the same one.
//  5. Every other worker in turn, from a random start: random tries alone
//     could miss the one deque that holds something.
//
// Nothing starves. Tasks that spawn tasks could keep a worker at its own deque
// for ever, and one job after another could keep a worker of the reserve at the
// board. Three rules prevent that. First, after `fair_every` finds from deque
// and board without a look at the injector, the next search begins at the
// injector or at the oldest task of the own deque, alternately. Second, after
// `fair_every` claims in a row, a worker of the reserve begins with the sources
// after the board. Third, a worker that found `fair_every` tasks before it
// reached the board begins there.
//
// So every task that no other worker holds, and the heaviest job, wait for a
// bounded number of searches. A light job waits while heavier ones arrive. (Go
// looks at its global queue each 61st time for the same reason. Here this
// happens only after such a run, so that tasks from outside, taken in batches
// smaller than fair_every, keep their order.)
//
// A worker that finds more than it can run calls another worker. So a burst
// wakes the workers one by one, even if the producer woke only one.
//
// `Env` is one worker and its surroundings; worker_env.h has the real one:
//
//   Env::Task
//   id(), workers(), rng(), metrics(), idle(), config()
//   search() -> SearchState&
//   board_first() -> bool               of the reserve
//   stopping() -> bool
//   pop(Task&) -> bool
//   take_injected(Task&) -> size_t      taken; the rest is in the own deque
//   claim(Task&, JobStep&) -> bool
//   steal(victim, Task&) -> StealResult also from itself: its oldest
//   injector_empty(), board_empty(), deque_empty(victim), has_work() -> bool
//   call_worker() -> bool               whether one was woken or started
//   run(Task&), run_step(Task&, JobStep) -> bool
//                                       notes a failure and returns false
//   held() -> size_t, took_hold() -> bool
//                                       see WorkerContext::hold
//   resume() -> bool                    goes on with a held task; as run()
//   complete(), settle()                see credits.h
//   pause(times), yield()
//   begin_search(), end_search(), announce(), retract(), sleep()
//                                       see parking.h
//   trace(TraceEvent)
#pragma once

#include <cstddef>
#include <cstdint>

#include "exec/deque.h"
#include "exec/idle.h"
#include "exec/metrics.h"
#include "exec/task.h"
#include "exec/trace.h"

namespace sluice {

enum class StepOutcome : std::uint8_t {
  kRan,         // one task, or one step of a job, was run
  kNoWork,      // nothing found; the idle round was spent
  kShouldPark,  // nothing found for long: call park_worker
  kExitDone,    // the executor stops; leave
  kExitFailed,  // the task failed, which stops the executor; leave
};

enum class TaskSource : std::uint8_t { kLocal, kInjector, kBoard, kSteal };

// Where a task was found. Members that the source does not set have old values.
struct FoundTask {
  TaskSource source = TaskSource::kLocal;
  bool more = false;       // something was left where this was found
  std::size_t victim = 0;  // for kSteal
  JobStep step = {};       // for kBoard
};

// The memory of a worker from one search to the next.
struct SearchState {
  // Whether it counts among the searchers of parking.h. Initially true, because
  // the thread that started the worker counted it.
  bool counted = true;
  bool oldest_is_next = false;  // the own deque's turn, not the injector's
  // Finds from the own deque or the board since the last look at the injector
  // or at the oldest task of the own deque.
  std::uint32_t without_others = 0;
  std::uint32_t claims = 0;         // finds in a row from the board
  std::uint32_t without_board = 0;  // finds since the last look at the board
};

// Each function looks at one place and returns whether it found something. It
// returns the task by out-parameters instead of an optional: copying an
// optional between the levels stalled on its half-written bytes and took a
// third of a small task's time.
namespace worker_step_detail {

template <typename Env>
bool take_local(Env& env, typename Env::Task& task, FoundTask& found) {
  if (!env.pop(task)) return false;
  ++env.metrics().local_pops;
  found.source = TaskSource::kLocal;
  found.more = false;
  return true;
}

template <typename Env>
bool take_injected(Env& env, typename Env::Task& task, FoundTask& found) {
  env.search().without_others = 0;
  env.pause(env.idle().nap());
  const std::size_t taken = env.take_injected(task);
  if (taken == 0) return false;
  env.idle().took(taken * env.workers(), env.config().injector_batch);
  ++env.metrics().injector_takes;
  env.metrics().injector_tasks += taken;
  found.source = TaskSource::kInjector;
  found.more = taken > 1 || !env.injector_empty();
  return true;
}

template <typename Env>
bool claim(Env& env, typename Env::Task& task, FoundTask& found) {
  env.search().without_board = 0;
  if (!env.claim(task, found.step)) return false;
  ++env.metrics().claims;
  found.source = TaskSource::kBoard;
  found.more = !env.board_empty();
  return true;
}

template <typename Env>
bool try_steal(Env& env, std::size_t victim, typename Env::Task& task,
               FoundTask& found) {
  ++env.metrics().steal_attempts;
  const StealResult result = env.steal(victim, task);
  if (result == StealResult::kLost) ++env.metrics().steals_lost;
  if (result != StealResult::kTaken) return false;
  ++env.metrics().steals;
  found.source = TaskSource::kSteal;
  found.victim = victim;
  found.more = !env.deque_empty(victim);
  return true;
}

template <typename Env>
bool steal(Env& env, typename Env::Task& task, FoundTask& found) {
  const auto others = static_cast<std::uint32_t>(env.workers() - 1);
  if (others == 0) return false;
  // The n-th of the other workers.
  const auto other = [&](std::uint32_t n) -> std::size_t {
    return n >= env.id() ? n + 1 : n;
  };
  for (std::uint32_t i = 0; i < env.config().steal_tries; ++i) {
    if (try_steal(env, other(env.rng().below(others)), task, found)) {
      return true;
    }
  }
  ++env.metrics().sweeps;
  const std::uint32_t start = env.rng().below(others);
  for (std::uint32_t i = 0; i < others; ++i) {
    if (try_steal(env, other((start + i) % others), task, found)) return true;
  }
  return false;
}

// The look that is due after a long run at the own deque.
template <typename Env>
bool take_overdue(Env& env, typename Env::Task& task, FoundTask& found) {
  SearchState& search = env.search();
  if (search.without_others < env.config().fair_every) return false;
  search.without_others = 0;
  search.oldest_is_next = !search.oldest_is_next;
  if (search.oldest_is_next) return take_injected(env, task, found);
  if (env.steal(env.id(), task) != StealResult::kTaken) return false;
  ++env.metrics().local_pops;
  found.source = TaskSource::kLocal;
  found.more = false;
  return true;
}

template <typename Env>
bool find(Env& env, typename Env::Task& task, FoundTask& found) {
  const SearchState& search = env.search();
  const std::uint32_t fair_every = env.config().fair_every;
  const bool board_first = env.board_first()
                               ? search.claims < fair_every
                               : search.without_board >= fair_every;
  if (board_first && claim(env, task, found)) return true;
  if (take_overdue(env, task, found)) return true;
  if (take_local(env, task, found)) return true;
  if (take_injected(env, task, found)) return true;
  if (!board_first && claim(env, task, found)) return true;
  return steal(env, task, found);
}

}  // namespace worker_step_detail

// Finds the next task in the order above.
template <typename Env>
bool find_task(Env& env, typename Env::Task& task, FoundTask& found) {
  SearchState& search = env.search();
  ++search.without_board;
  const bool any = worker_step_detail::find(env, task, found);
  // The runs continue or end.
  const bool local = any && found.source == TaskSource::kLocal;
  const bool claimed = any && found.source == TaskSource::kBoard;
  search.claims = claimed ? search.claims + 1 : 0;
  if (local || claimed) ++search.without_others;
  return any;
}

// Spends one idle round, or returns that the rounds are over.
template <typename Env>
StepOutcome idle_step(Env& env) {
  env.settle();
  if (!env.search().counted) {
    env.search().counted = true;
    env.begin_search();
  }
  const IdleAction action = env.idle().next();
  env.trace({.kind = TraceKind::kIdle,
             .worker = env.id(),
             .a = static_cast<std::uint64_t>(action)});
  switch (action) {
    case IdleAction::kSpin:
      ++env.metrics().spins;
      env.pause(env.idle().pauses());
      return StepOutcome::kNoWork;
    case IdleAction::kYield:
      ++env.metrics().yields;
      env.yield();
      return StepOutcome::kNoWork;
    case IdleAction::kPark:
      break;
  }
  return StepOutcome::kShouldPark;
}

// Calls another worker if there is more work than this one found. The last
// worker to stop searching must look everywhere (parking.h).
template <typename Env>
void call_help(Env& env, bool more) {
  if (env.search().counted) {
    env.search().counted = false;
    if (env.end_search() && !more) more = env.has_work();
  }
  if (more && env.call_worker()) ++env.metrics().help_calls;
}

// Continues a task that waits for something, because there is no other work.
template <typename Env>
StepOutcome resume_step(Env& env) {
  call_help(env, false);
  ++env.metrics().resumes;
  return env.resume() ? StepOutcome::kRan : StepOutcome::kExitFailed;
}

// Runs one task if there is one, and returns its source in `found`.
template <typename Env>
StepOutcome worker_step(Env& env, FoundTask& found) {
  if (env.stopping()) return StepOutcome::kExitDone;
  typename Env::Task task;
  if (!find_task(env, task, found))
    return env.held() != 0 ? resume_step(env) : idle_step(env);
  env.idle().reset();
  call_help(env, found.more);
  ++env.metrics().tasks_run;
  const bool is_step = found.source == TaskSource::kBoard;
  const bool ok = is_step ? env.run_step(task, found.step) : env.run(task);
  if (!ok) ++env.metrics().tasks_failed;
  env.trace({.kind = ok ? TraceKind::kRan : TraceKind::kFailed,
             .worker = env.id(),
             .a = static_cast<std::uint64_t>(found.source),
             .b = is_step ? found.step.index : found.victim});
  // After the failure was noted: the completion may be the last one, and the
  // failure must be on record before anyone sees the end.
  if (!env.took_hold()) env.complete();
  return ok ? StepOutcome::kRan : StepOutcome::kExitFailed;
}

// The way to sleep; parking.h argues why no wake is missed.
template <typename Env>
void park_worker(Env& env) {
  env.announce();
  if (env.stopping() || env.has_work()) {
    ++env.metrics().parks_retracted;
    env.trace({.kind = TraceKind::kRetracted, .worker = env.id()});
    env.retract();
  } else {
    ++env.metrics().parks;
    env.trace({.kind = TraceKind::kParked, .worker = env.id()});
    env.sleep();
    env.trace({.kind = TraceKind::kWoken, .worker = env.id()});
  }
  env.idle().reset();
}

}  // namespace sluice
