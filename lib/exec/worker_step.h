// What a worker does, one step at a time: find a task and run it, or decide
// how to be idle. The executor's threads call it in a loop; a simulation can
// call it for many workers on one thread, in an order it chooses.
//
// The order of the search
//  1. The worker's own deque, newest first: its data is still in the cache,
//     and depth first keeps the deques short.
//  2. The injector, several at once.
//  3. Random victims, oldest task first: random, so that workers that turn
//     idle together do not all rob the same one.
//  4. Every other worker in turn, from a random start: random tries alone
//     could miss the one deque that holds something.
// A worker that finds more than it can run calls another one, so that a
// burst brings up the workers one by one even if the producer woke only one.
//
// Idle rounds go from spinning over yielding to parking. Spinning is short:
// on a machine with few cores an idle worker that spins takes time from the
// producer that it waits for.
//
// `Env` is one worker and its surroundings; worker_env.h has the real one:
//
//   Env::Task
//   id(), workers(), rng(), metrics(), backoff(), config()
//   stopping() -> bool
//   pop(Task&) -> bool
//   take_injected(Task&) -> size_t      taken; the rest is in the own deque
//   injector_empty(), deque_empty(victim), has_work() -> bool
//   steal(victim, Task&) -> StealResult
//   call_worker() -> bool               whether one was woken or started
//   run(Task&) -> bool                  false: it failed, and this is noted
//   complete()
//   relax(), yield()
//   announce(), retract(), sleep()      see parking.h
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "exec/deque.h"
#include "exec/metrics.h"

namespace sluice {

enum class StepOutcome {
  kRan,         // one task was run
  kNoWork,      // nothing found; the idle round was spent
  kShouldPark,  // nothing found for long: call park_worker
  kExitDone,    // the executor stops; leave
  kExitFailed,  // the task failed, which stops the executor; leave
};

enum class TaskSource { kLocal, kInjector, kSteal };

struct StepResult {
  StepOutcome outcome;
  TaskSource source = TaskSource::kLocal;  // for kRan and kExitFailed
  std::size_t victim = 0;                  // for kSteal
};

// How a worker passes its idle rounds. One per worker.
class Backoff {
 public:
  enum class Action { kSpin, kYield, kPark };

  Backoff(std::uint32_t spin_rounds, std::uint32_t yield_rounds)
      : spin_rounds_(spin_rounds), yield_rounds_(yield_rounds) {}

  void reset() { round_ = 0; }
  [[nodiscard]] Action next() {
    const std::uint32_t round = round_++;
    if (round < spin_rounds_) return Action::kSpin;
    if (round - spin_rounds_ < yield_rounds_) return Action::kYield;
    return Action::kPark;
  }

 private:
  std::uint32_t spin_rounds_;
  std::uint32_t yield_rounds_;
  std::uint32_t round_ = 0;
};

namespace worker_step_detail {

struct Found {
  TaskSource source;
  std::size_t victim = 0;
};

template <typename Env>
bool try_steal(Env& env, std::size_t victim, typename Env::Task& task) {
  ++env.metrics().steal_attempts;
  switch (env.steal(victim, task)) {
    case StealResult::kTaken:
      ++env.metrics().steals;
      if (!env.deque_empty(victim) && env.call_worker()) {
        ++env.metrics().help_wakes;
      }
      return true;
    case StealResult::kLost:
      ++env.metrics().steals_lost;
      return false;
    case StealResult::kEmpty:
      return false;
  }
  return false;
}

template <typename Env>
std::optional<Found> steal_task(Env& env, typename Env::Task& task) {
  const auto others = static_cast<std::uint32_t>(env.workers() - 1);
  if (others == 0) return std::nullopt;
  // The n-th of the other workers.
  const auto other = [&](std::uint32_t n) -> std::size_t {
    return n >= env.id() ? n + 1 : n;
  };
  for (std::uint32_t i = 0; i < env.config().steal_tries; ++i) {
    const std::size_t victim = other(env.rng().below(others));
    if (try_steal(env, victim, task)) return Found{TaskSource::kSteal, victim};
  }
  ++env.metrics().sweeps;
  const std::uint32_t start = env.rng().below(others);
  for (std::uint32_t i = 0; i < others; ++i) {
    const std::size_t victim = other((start + i) % others);
    if (try_steal(env, victim, task)) return Found{TaskSource::kSteal, victim};
  }
  return std::nullopt;
}

}  // namespace worker_step_detail

// Finds the next task in the order above.
template <typename Env>
std::optional<worker_step_detail::Found> find_task(Env& env,
                                                   typename Env::Task& task) {
  using worker_step_detail::Found;
  if (env.pop(task)) {
    ++env.metrics().local_pops;
    return Found{TaskSource::kLocal};
  }
  if (const std::size_t taken = env.take_injected(task); taken > 0) {
    ++env.metrics().injector_takes;
    env.metrics().injector_tasks += taken;
    if ((taken > 1 || !env.injector_empty()) && env.call_worker()) {
      ++env.metrics().help_wakes;
    }
    return Found{TaskSource::kInjector};
  }
  return worker_step_detail::steal_task(env, task);
}

// Spends one idle round, or tells that the rounds are over.
template <typename Env>
StepResult idle_step(Env& env) {
  const Backoff::Action action = env.backoff().next();
  if (action == Backoff::Action::kPark) return {StepOutcome::kShouldPark};
  if (action == Backoff::Action::kSpin) {
    ++env.metrics().spins;
    env.relax();
  } else {
    ++env.metrics().yields;
    env.yield();
  }
  return {StepOutcome::kNoWork};
}

template <typename Env>
StepResult worker_step(Env& env) {
  if (env.stopping()) return {StepOutcome::kExitDone};
  typename Env::Task task;
  const auto found = find_task(env, task);
  if (!found) return idle_step(env);
  env.backoff().reset();
  ++env.metrics().tasks_run;
  const bool ok = env.run(task);
  if (!ok) ++env.metrics().tasks_failed;
  // After the failure was noted: the completion may be the last one, and the
  // failure must be on record before anyone sees the end.
  env.complete();
  return {ok ? StepOutcome::kRan : StepOutcome::kExitFailed, found->source,
          found->victim};
}

// The way to sleep; parking.cc argues why no wake is missed.
template <typename Env>
void park_worker(Env& env) {
  env.announce();
  if (env.stopping() || env.has_work()) {
    ++env.metrics().parks_retracted;
    env.retract();
  } else {
    ++env.metrics().parks;
    env.sleep();
  }
  env.backoff().reset();
}

}  // namespace sluice
