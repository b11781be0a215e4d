#include "sim/programs.h"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "exec/executor.h"
#include "sim/ledger.h"
#include "sim/sim_policy.h"

namespace sluice {
namespace {

struct SimTask {
  std::uint32_t number = 0;  // in the ledger
  std::uint32_t depth = 0;   // spawns more if above zero
};
struct Scratch {
  std::size_t worker;
  std::uint64_t idle_since = 0;
};

using SimExecutor = Executor<SimTask, Scratch, SimPolicy>;
using Context = SimExecutor::Context;

bool one_in(std::uint32_t n) { return Simulation::choose(n) == 0; }
std::uint32_t up_to(std::uint32_t n) { return 1 + Simulation::choose(n); }

ExecutorConfig random_config(std::size_t workers) {
  ExecutorConfig config;
  config.workers = workers;
  config.seed = Simulation::choose(1000);
  config.steal_tries = Simulation::choose(3);
  config.spin_iters = Simulation::choose(3);
  config.yield_iters = Simulation::choose(2);
  config.injector_batch = up_to(4);
  config.wake_every = up_to(4);
  config.fair_every =
      static_cast<std::uint32_t>(config.injector_batch) + up_to(3);
  return config;
}

Scratch make_scratch(std::size_t worker) {
  Simulation::name_current("worker-" + std::to_string(worker));
  return {.worker = worker};
}

void check_sums(const ExecutorMetrics& metrics) {
  const WorkerMetrics& total = metrics.total;
  Simulation::require(metrics.spawned + total.local_spawns +
                              total.global_spawns + total.step_spawns ==
                          total.tasks_run + metrics.dropped,
                      "what was spawned was run or dropped");
  Simulation::require(
      total.tasks_run ==
          total.local_pops + total.injector_takes + total.claims + total.steals,
      "what was run came from somewhere");
}

class RandomProgram {
 public:
  explicit RandomProgram(std::uint32_t other_producers)
      : other_producers_(Simulation::choose(other_producers + 1)),
        throwing_step_(one_in(4) ? up_to(12) : 0),
        halting_step_(one_in(6) ? up_to(12) : 0),
        budget_(up_to(8)),
        ledger_(budget_),
        executor_(random_config(up_to(8)), hooks()) {}

  void run() {
    std::vector<SimThread> producers;
    for (std::uint32_t i = 0; i < other_producers_; ++i) {
      producers.emplace_back([this, i, handle = executor_.handle()] {
        Simulation::name_current("producer-" + std::to_string(i + 1));
        produce(handle);
      });
    }
    produce(executor_.handle());
    const bool join_producers_first = one_in(2);
    if (join_producers_first) join(producers);
    if (one_in(6)) shut_down(executor_.handle());
    join_executor();
    const std::uint64_t refused = ledger_.refused();
    if (!join_producers_first) join(producers);
    judge(join_producers_first ? refused : 0);
  }

 private:
  SimExecutor::Hooks hooks() {
    return {
        .make_scratch = make_scratch,
        .run =
            [this](SimTask& task, Context& worker) {
              run_step(task, {0, 1}, worker);
            },
        .run_step = [this](SimTask& job, JobStep step,
                           Context& worker) { run_step(job, step, worker); },
        .drop = [this](SimTask& task) { drop(task, 0, 1); },
        .drop_steps = [this](SimTask& job, std::uint64_t first,
                             std::uint64_t end) { drop(job, first, end); },
        .on_abandon =
            [this] {
              ++abandons_;
              Simulation::require(!executor_.is_accepting(),
                                  "the gate is closed before on_abandon");
              budget_.cancel();
            },
    };
  }

  // --- Producers ---

  void produce(const SimExecutor::Handle& handle) {
    const std::uint32_t calls = up_to(6);
    for (std::uint32_t i = 0; i < calls; ++i) {
      // Now and then more than the whole budget has.
      const bool oversized = one_in(8);
      const std::uint64_t cost = oversized ? budget_.capacity() + 1 : up_to(2);
      std::optional<SimPermit> permit = budget_.acquire(cost);
      if (!permit) {
        Simulation::require(budget_.cancelled(), "refused for no reason");
        return;
      }
      if (cost > budget_.capacity()) any_oversized_ = true;
      const bool was_closed = closed_;
      if (offer(handle, std::move(*permit))) {
        Simulation::require(!was_closed, "nothing is accepted after the end");
      } else {
        Simulation::require(!handle.is_accepting(), "refused while open");
      }
      if (one_in(20)) shut_down(handle);
    }
  }

  // Spawns a task, a batch or a job; the permit is for all of it.
  bool offer(const SimExecutor::Handle& handle, SimPermit permit) {
    const std::uint32_t depth = Simulation::choose(3);
    if (one_in(4)) {
      const std::uint64_t steps = up_to(4);
      const SimTask job{ledger_.offer(true, steps, std::move(permit)), depth};
      const Spawned<SimTask> result = handle.spawn_job(job, steps);
      Simulation::require(result || result.error().number == job.number,
                          "the job comes back");
      ledger_.settle(job.number, result.has_value());
      return result.has_value();
    }
    std::vector<SimTask> tasks = {
        {ledger_.offer(false, 1, std::move(permit)), depth}};
    while (tasks.size() < 5 && one_in(2)) {
      tasks.push_back({ledger_.offer(false, 1), Simulation::choose(2)});
    }
    bool accepted = false;
    if (tasks.size() == 1) {
      const Spawned<SimTask> result = handle.spawn(tasks[0]);
      Simulation::require(result || result.error().number == tasks[0].number,
                          "the task comes back");
      accepted = result.has_value();
    } else {
      accepted = handle.spawn_batch(tasks).has_value();
    }
    for (const SimTask& task : tasks) ledger_.settle(task.number, accepted);
    return accepted;
  }

  void shut_down(const SimExecutor::Handle& handle) {
    shut_down_ = true;
    handle.shutdown();
    closed_ = true;
    Simulation::require(!handle.is_accepting(), "shut down is closed");
  }

  // --- Workers ---

  void run_step(const SimTask& task, JobStep step, Context& worker) {
    const std::uint64_t count =
        ledger_.begin(task.number, step.index, worker.scratch().idle_since);
    Simulation::require(executor_.in_flight() >= ledger_.running(),
                        "what runs is in flight");
    if (step.index == 0 && task.depth > 0) spawn_children(task, worker);
    if (count == halting_step_) shut_down(executor_.handle());
    if (one_in(4)) SimSync::yield();
    worker.scratch().idle_since = ledger_.end(task.number);
    if (count == throwing_step_) {
      threw_ = true;
      throw std::runtime_error("as planned");
    }
  }

  void spawn_children(const SimTask& parent, Context& worker) {
    const std::uint32_t count = up_to(3);
    for (std::uint32_t i = 0; i < count; ++i) {
      const bool is_job = one_in(4);
      const std::uint64_t steps = is_job ? up_to(4) : 1;
      const SimTask child{ledger_.offer(is_job, steps), parent.depth - 1};
      if (is_job) {
        worker.spawn_job(child, steps);
      } else if (one_in(2)) {
        worker.spawn_local(child);
      } else {
        worker.spawn_global(child);
      }
      ledger_.settle(child.number, true);
    }
  }

  void drop(const SimTask& task, std::uint64_t first, std::uint64_t end) {
    Simulation::require(!joined_, "nothing is dropped after join");
    ledger_.drop(task.number, first, end);
  }

  // --- The end ---

  static void join(std::vector<SimThread>& threads) {
    for (SimThread& thread : threads) thread.join();
  }

  void join_executor() {
    try {
      executor_.join();
    } catch (const std::system_error&) {
      no_threads_ = true;
    } catch (const std::runtime_error&) {
      rethrown_ = true;
    }
    closed_ = true;
    joined_ = true;
    Simulation::require(!executor_.is_accepting(), "joined is closed");
    Simulation::require(executor_.in_flight() == 0 || other_producers_ > 0,
                        "nothing is in flight after join");
  }

  void judge(std::uint64_t refused) {
    const ExecutorMetrics& metrics = executor_.metrics();
    check_sums(metrics);
    ledger_.judge();
    Simulation::require(executor_.in_flight() == 0, "nothing is in flight");
    Simulation::require(metrics.total.tasks_run == ledger_.run(), "runs");
    Simulation::require(metrics.total.tasks_failed == (threw_ ? 1 : 0),
                        "failures");
    Simulation::require(metrics.dropped == ledger_.dropped(), "drops");
    Simulation::require(metrics.refused >= refused, "refusals");
    Simulation::require(rethrown_ == (threw_ && !no_threads_),
                        "join rethrows what a task threw");
    Simulation::require(!no_threads_ || metrics.workers_started == 0,
                        "out of threads means none at all");
    const bool abandoned = rethrown_ || no_threads_ || shut_down_;
    Simulation::require(abandons_ <= (abandoned ? 1 : 0), "on_abandon");
    Simulation::require(abandoned || ledger_.dropped() == 0,
                        "a drained executor drops nothing");
    Simulation::require(
        any_oversized_ || budget_.metrics().peak <= budget_.capacity(),
        "no more permits are out than there are");
  }

  const std::uint32_t other_producers_;
  // Which step run, counted from 1, throws or shuts down; 0 for none.
  const std::uint64_t throwing_step_;
  const std::uint64_t halting_step_;
  SimBudget budget_;
  Ledger ledger_;

  bool any_oversized_ = false;
  bool shut_down_ = false;  // somebody began to
  bool closed_ = false;     // for certain
  bool joined_ = false;
  bool threw_ = false;
  bool rethrown_ = false;
  bool no_threads_ = false;
  int abandons_ = 0;

  SimExecutor executor_;
};

// A flag that threads wait for.
class Flag {
 public:
  void set() {
    {
      const std::lock_guard lock(mutex_);
      set_ = true;
    }
    changed_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return set_; });
  }
  [[nodiscard]] bool is_set() const { return set_; }

 private:
  SimMutex mutex_;
  SimCondition changed_;
  bool set_ = false;
};

}  // namespace

void run_random_program(std::uint32_t other_producers) {
  RandomProgram(other_producers).run();
}

void run_blocking_program() {
  // `blocked` workers wait in a task each, and one more is free to come.
  const std::uint32_t workers = 1 + up_to(7);
  const std::uint32_t blocked = up_to(workers - 1);
  enum Kind : std::uint32_t { kBlocks, kReleases, kNothing, kStep };
  enum class Help { kLocal, kGlobal, kJob };
  const bool from_inside = one_in(2);
  const Help help = one_in(3)                  ? Help::kJob
                    : from_inside && one_in(2) ? Help::kLocal
                                               : Help::kGlobal;
  ExecutorConfig config = random_config(workers);
  // A local spawn calls another worker only if there are so many.
  if (help == Help::kLocal) config.wake_every = 1;
  Flag released;
  std::uint64_t runs = 0;
  SimExecutor executor(config, {.make_scratch = make_scratch,
                                .run =
                                    [&](SimTask& task, Context& worker) {
                                      ++runs;
                                      if (task.number == kReleases)
                                        released.set();
                                      if (task.number != kBlocks) return;
                                      if (from_inside && --task.depth == 0) {
                                        // The last worker to block asks for
                                        // help.
                                        if (help == Help::kJob)
                                          worker.spawn_job({kStep}, 1);
                                        if (help == Help::kLocal)
                                          worker.spawn_local({kReleases});
                                        if (help == Help::kGlobal)
                                          worker.spawn_global({kReleases});
                                      }
                                      released.wait();
                                    },
                                .run_step =
                                    [&](SimTask&, JobStep, Context&) {
                                      ++runs;
                                      released.set();
                                    }});
  std::uint64_t expected = 0;
  for (std::uint32_t i = 0; i < blocked; ++i) {
    for (std::uint32_t other = Simulation::choose(3); other > 0; --other) {
      Simulation::require(executor.spawn({kNothing}).has_value(), "open");
      ++expected;
    }
    // A task that blocks a worker until the end; depth 1 marks the last.
    Simulation::require(
        executor.spawn({kBlocks, i + 1 == blocked ? 1u : 9u}).has_value(),
        "open");
    ++expected;
  }
  if (!from_inside) {
    for (std::uint32_t pause = Simulation::choose(20); pause > 0; --pause) {
      SimSync::yield();
    }
    const bool accepted = help == Help::kJob
                              ? executor.spawn_job({kStep}, 1).has_value()
                              : executor.spawn({kReleases}).has_value();
    Simulation::require(accepted, "open");
  }
  ++expected;
  check_sums(executor.join());
  Simulation::require(runs == expected, "everything was run");
}

void run_starting_program() {
  SimExecutor executor(
      random_config(up_to(2)),
      {.make_scratch = make_scratch, .run = [](SimTask&, Context&) {}});
  auto produce = [&] {
    for (std::uint32_t tasks = up_to(3); tasks > 0; --tasks) {
      // A system without threads is the only reason to refuse.
      if (!executor.spawn({})) return;
    }
  };
  SimThread other(produce);
  produce();
  other.join();
  try {
    check_sums(executor.join());
  } catch (const std::system_error&) {
    Simulation::require(executor.metrics().workers_started == 0,
                        "out of threads means none at all");
  }
}

void run_starving_program() {
  // The endless kind: a task or a job that spawns its like, until the victim
  // has had its turn; or a task that spawns both.
  const bool jobs = one_in(3);
  const bool both = !jobs && one_in(2);
  enum class Victim { kInjected, kOldest, kJob };
  const Victim victim = jobs        ? Victim::kInjected
                        : one_in(3) ? Victim::kInjected
                        : one_in(2) ? Victim::kOldest
                                    : Victim::kJob;
  enum Number : std::uint32_t { kEndless, kVictim, kHolds, kNothing };
  const ExecutorConfig config = random_config(jobs ? 2 : 1);
  // After fair_every finds in a row the injector or the oldest task has its
  // turn, by turns; the board after fair_every finds of another kind.
  const std::uint64_t bound = 2 * config.fair_every + 2;
  bool waiting = false;  // the victim is queued, for certain
  std::uint64_t went_before = 0;
  Flag over;
  auto endless = [&](const SimTask& task, Context& worker) {
    if (over.is_set()) return;
    if (waiting) ++went_before;
    Simulation::require(went_before <= bound, "everything has its turn");
    if (jobs) {
      worker.spawn_job(task, 1);
    } else {
      worker.spawn_local(task);
      // Steps of the endless kind, but none that precedes a victim job.
      if (both && victim != Victim::kJob) worker.spawn_job({kNothing}, 1);
    }
    SimSync::yield();
  };
  SimExecutor executor(config,
                       {.make_scratch = make_scratch,
                        .run =
                            [&](SimTask& task, Context& worker) {
                              if (task.number == kVictim) over.set();
                              if (task.number == kHolds) over.wait();
                              if (task.number == kEndless)
                                endless(task, worker);
                              if (task.depth == 0) return;
                              worker.spawn_local({kVictim});
                              worker.spawn_local({kEndless});
                              waiting = true;
                            },
                        .run_step =
                            [&](SimTask& job, JobStep, Context& worker) {
                              if (job.number == kVictim) over.set();
                              if (job.number == kEndless) endless(job, worker);
                            }});
  auto spawned = [](const Spawned<SimTask>& result) {
    Simulation::require(result.has_value(), "open");
  };
  if (jobs) {
    // One of the two workers is held up; the other has jobs without end.
    spawned(executor.spawn({kHolds}));
    spawned(executor.spawn_job({kEndless}, 1));
  } else if (victim == Victim::kOldest) {
    spawned(executor.spawn({kHolds + 1, 1}));
  } else {
    spawned(executor.spawn({kEndless}));
  }
  for (std::uint32_t pause = Simulation::choose(30); pause > 0; --pause) {
    SimSync::yield();
  }
  if (victim == Victim::kInjected) spawned(executor.spawn({kVictim}));
  if (victim == Victim::kJob) spawned(executor.spawn_job({kVictim}, 1));
  waiting = true;
  check_sums(executor.join());
}

}  // namespace sluice
