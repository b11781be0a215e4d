// The counters of the executor. Each worker counts for itself, in plain
// integers, and join() adds the counts.
// Thread-safety: plain values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace sluice {

struct WorkerMetrics {
  // The tasks and steps of jobs for which the runner was called, and those for
  // which it threw.
  std::uint64_t tasks_run = 0;
  std::uint64_t tasks_failed = 0;
  std::uint64_t held = 0;     // of them, those that wait to continue
  std::uint64_t resumes = 0;  // calls of `resume`

  // The sources of these tasks. The first four add up to tasks_run.
  std::uint64_t local_pops = 0;
  std::uint64_t injector_takes = 0;
  std::uint64_t claims = 0;  // steps of jobs on the heavy board
  std::uint64_t steals = 0;
  std::uint64_t injector_tasks = 0;  // moved by injector_takes, in all
  std::uint64_t steal_attempts = 0;  // looks at a victim's deque
  std::uint64_t steals_lost = 0;     // attempts that another thread won
  std::uint64_t sweeps = 0;          // full rounds after the random tries

  // The actions of a worker without work.
  std::uint64_t spins = 0;
  std::uint64_t yields = 0;
  std::uint64_t parks = 0;            // went to sleep
  std::uint64_t parks_retracted = 0;  // the look before sleeping found work

  // The tasks that were spawned, and how often a spawn called another worker.
  std::uint64_t local_spawns = 0;
  std::uint64_t global_spawns = 0;
  std::uint64_t job_spawns = 0;
  std::uint64_t step_spawns = 0;  // the steps of those jobs
  std::uint64_t hoard_calls = 0;  // after a run of local spawns
  std::uint64_t help_calls = 0;   // after finding more than one task

  WorkerMetrics& operator+=(const WorkerMetrics& other);
};

// Every counter with its name, for += and for programs that print them.
struct WorkerCounter {
  std::string_view name;
  std::uint64_t WorkerMetrics::*value;
};
inline constexpr std::array kWorkerCounters = {
    WorkerCounter{"tasks_run", &WorkerMetrics::tasks_run},
    WorkerCounter{"tasks_failed", &WorkerMetrics::tasks_failed},
    WorkerCounter{"held", &WorkerMetrics::held},
    WorkerCounter{"resumes", &WorkerMetrics::resumes},
    WorkerCounter{"local_pops", &WorkerMetrics::local_pops},
    WorkerCounter{"injector_takes", &WorkerMetrics::injector_takes},
    WorkerCounter{"claims", &WorkerMetrics::claims},
    WorkerCounter{"steals", &WorkerMetrics::steals},
    WorkerCounter{"injector_tasks", &WorkerMetrics::injector_tasks},
    WorkerCounter{"steal_attempts", &WorkerMetrics::steal_attempts},
    WorkerCounter{"steals_lost", &WorkerMetrics::steals_lost},
    WorkerCounter{"sweeps", &WorkerMetrics::sweeps},
    WorkerCounter{"spins", &WorkerMetrics::spins},
    WorkerCounter{"yields", &WorkerMetrics::yields},
    WorkerCounter{"parks", &WorkerMetrics::parks},
    WorkerCounter{"parks_retracted", &WorkerMetrics::parks_retracted},
    WorkerCounter{"local_spawns", &WorkerMetrics::local_spawns},
    WorkerCounter{"global_spawns", &WorkerMetrics::global_spawns},
    WorkerCounter{"job_spawns", &WorkerMetrics::job_spawns},
    WorkerCounter{"step_spawns", &WorkerMetrics::step_spawns},
    WorkerCounter{"hoard_calls", &WorkerMetrics::hoard_calls},
    WorkerCounter{"help_calls", &WorkerMetrics::help_calls},
};
static_assert(sizeof(WorkerMetrics) ==
              kWorkerCounters.size() * sizeof(std::uint64_t));

inline WorkerMetrics& WorkerMetrics::operator+=(const WorkerMetrics& other) {
  for (const WorkerCounter& counter : kWorkerCounters) {
    this->*counter.value += other.*counter.value;
  }
  return *this;
}

// The counters of a whole executor, after join(). Every accepted task, and
// every step of an accepted job, was run or dropped:
//   spawned + local_spawns + global_spawns + step_spawns = tasks_run + dropped.
struct ExecutorMetrics {
  WorkerMetrics total;
  std::vector<WorkerMetrics> by_worker;  // all zero if none was started
  std::uint64_t spawned = 0;  // tasks and steps accepted from outside
  std::uint64_t refused = 0;  // given back: the gate was closed
  std::uint64_t dropped = 0;  // abandoned by shutdown or a failure
  std::uint64_t wakes = 0;    // sleepers woken, also at the end
  std::uint64_t workers_started = 0;
};

}  // namespace sluice
