// Every task owns a heap allocation, and a job one that counts its steps, so
// that a task or step lost or met twice shows as a leak or a double free under
// AddressSanitizer, and in the counts here.
#include <doctest/doctest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "exec/budget.h"
#include "exec/executor.h"

namespace sluice::executor_stress_test {
namespace {

struct Task {
  std::uint64_t* owned = nullptr;
  std::atomic<std::uint64_t>* steps = nullptr;  // of a job: those not done
  std::uint32_t depth = 0;
  std::uint32_t permits = 0;
};
struct NoScratch {};
using TestExecutor = Executor<Task, NoScratch>;
using Context = TestExecutor::Context;

struct Counts {
  std::atomic<std::uint64_t> made = 0;
  std::atomic<std::uint64_t> freed = 0;

  Task make(std::uint32_t depth) {
    return {.owned = new std::uint64_t(++made), .depth = depth};
  }
  void free(Task& task) {
    delete task.owned;
    ++freed;
  }
  // A job counts as one per step.
  Task make_job(std::uint64_t steps) {
    made += steps;
    return {.steps = new std::atomic<std::uint64_t>(steps)};
  }
  void free_steps(Task& job, std::uint64_t steps) {
    freed += steps;
    if (job.steps->fetch_sub(steps) == steps) delete job.steps;
  }
};

// A tree: each task spawns two, one level lower, in a random way, or a job.
void grow(Counts& counts, const Task& task, Context& worker) {
  if (task.depth > 0 && worker.rng().below(8) == 0) {
    const std::uint64_t steps = 1 + worker.rng().below(9);
    worker.spawn_job(counts.make_job(steps), steps);
  }
  for (int i = 0; task.depth > 0 && i < 2; ++i) {
    const Task child = counts.make(task.depth - 1);
    if (worker.rng().below(4) == 0) {
      worker.spawn_global(child);
    } else {
      worker.spawn_local(child);
    }
  }
}

TestExecutor::Hooks hooks(Counts& counts) {
  return {.make_scratch = [](std::size_t) { return NoScratch{}; },
          .run =
              [&counts](Task& task, Context& worker) {
                grow(counts, task, worker);
                counts.free(task);
              },
          .run_step = [&counts](Task& job, JobStep,
                                Context&) { counts.free_steps(job, 1); },
          .drop = [&counts](Task& task) { counts.free(task); },
          .drop_steps =
              [&counts](Task& job, std::uint64_t first, std::uint64_t end) {
                counts.free_steps(job, end - first);
              }};
}

// Spawns batches, and jobs now and then, until it is refused or has spawned
// `limit` tasks and steps. Frees the refused ones. Returns how many were
// accepted.
std::uint64_t produce(TestExecutor& executor, Counts& counts,
                      std::uint64_t limit, std::uint64_t seed) {
  Rng rng(seed);
  std::uint64_t accepted = 0;
  while (accepted < limit) {
    std::vector<Task> batch(1 + rng.below(40));
    for (Task& task : batch) task = counts.make(rng.below(4));
    if (!executor.spawn_batch(batch)) {
      for (Task& task : batch) counts.free(task);
      break;
    }
    accepted += batch.size();
    if (rng.below(8) == 0) {
      const std::uint64_t steps = 1 + rng.below(50);
      Task job = counts.make_job(steps);
      if (!executor.spawn_job(job, steps)) {
        counts.free_steps(job, steps);
        break;
      }
      accepted += steps;
    }
    if (rng.below(16) == 0) std::this_thread::yield();
  }
  return accepted;
}

void check_sums(const ExecutorMetrics& metrics) {
  const WorkerMetrics& total = metrics.total;
  REQUIRE(metrics.spawned + total.local_spawns + total.global_spawns +
              total.step_spawns ==
          total.tasks_run + metrics.dropped);
  REQUIRE(total.tasks_run == total.local_pops + total.injector_takes +
                                 total.claims + total.steals);
}

}  // namespace

TEST_CASE("two producers, many workers: everything runs once") {
  for (const std::size_t workers : {1u, 2u, 5u}) {
    // Without spinning every lull is a trip to the parking place and back.
    for (const std::uint32_t spin_iters : {0u, 100u}) {
      Counts counts;
      TestExecutor executor({.workers = workers,
                             .seed = workers,
                             .spin_iters = spin_iters,
                             .yield_iters = 0,
                             .wake_every = 4},
                            hooks(counts));
      std::uint64_t accepted = 0;
      std::thread other(
          [&] { accepted = produce(executor, counts, 6'000, 1); });
      const std::uint64_t mine = produce(executor, counts, 6'000, 2);
      other.join();
      const ExecutorMetrics metrics = executor.join();
      CHECK(metrics.spawned == accepted + mine);
      CHECK(metrics.dropped == 0);
      CHECK(counts.made == counts.freed);
      CHECK(metrics.total.tasks_run == counts.made);
      CHECK(metrics.total.claims > 0);
      check_sums(metrics);
    }
  }
}

TEST_CASE("join against a producer: accepted tasks run, others come back") {
  for (std::uint64_t round = 0; round < 300; ++round) {
    Counts counts;
    TestExecutor executor({.workers = 2, .seed = round, .spin_iters = 10},
                          hooks(counts));
    std::uint64_t accepted = 0;
    std::atomic<bool> started = false;
    std::thread producer([&] {
      started = true;
      accepted = produce(executor, counts, 1'000'000, round);
    });
    while (!started) std::this_thread::yield();
    for (std::uint64_t i = 0; i < round % 20; ++i) std::this_thread::yield();
    const ExecutorMetrics metrics = executor.join();
    producer.join();
    REQUIRE(metrics.spawned == accepted);
    REQUIRE(metrics.dropped == 0);
    REQUIRE(counts.made == counts.freed);
    REQUIRE(executor.in_flight() == 0);
    check_sums(metrics);
  }
}

TEST_CASE("shutdown under load loses no task and leaves no thread") {
  for (std::uint64_t round = 0; round < 300; ++round) {
    Counts counts;
    TestExecutor executor({.workers = 3, .seed = round, .spin_iters = 10},
                          hooks(counts));
    std::uint64_t accepted = 0;
    std::thread producer(
        [&] { accepted = produce(executor, counts, 1'000'000, round); });
    for (std::uint64_t i = 0; i < round % 20; ++i) std::this_thread::yield();
    executor.shutdown();
    if (round % 2 == 0) {
      // Drains while the producer may still be inside spawn.
      executor.join();
      producer.join();
    } else {
      producer.join();
      const ExecutorMetrics metrics = executor.join();
      REQUIRE(metrics.spawned == accepted);
      check_sums(metrics);
    }
    REQUIRE(counts.made == counts.freed);
    REQUIRE(executor.in_flight() == 0);
  }
}

TEST_CASE("a throw under load frees the producer that waits for the budget") {
  for (std::uint64_t round = 0; round < 300; ++round) {
    Counts counts;
    Budget budget(8);
    const std::uint64_t fatal = 1 + round * 7 % 400;
    auto end = [&](Task& task) {
      (void)budget.adopt(task.permits);
      counts.free(task);
    };
    TestExecutor::Hooks set = hooks(counts);
    set.drop = end;
    set.on_abandon = [&] { budget.cancel(); };
    set.run = [&](Task& task, Context&) {
      const bool fails = *task.owned == fatal;
      end(task);
      if (fails) throw std::runtime_error("fatal");
    };
    TestExecutor executor({.workers = 2, .seed = round, .spin_iters = 10},
                          std::move(set));
    while (std::optional<Permit> permit = budget.acquire()) {
      Task task = counts.make(0);
      task.permits = static_cast<std::uint32_t>(permit->detach());
      if (!executor.spawn(task)) end(task);
    }
    REQUIRE_THROWS_AS(executor.join(), std::runtime_error);
    REQUIRE(counts.made == counts.freed);
    REQUIRE(budget.in_use() == 0);
    REQUIRE(executor.metrics().total.tasks_failed == 1);
    check_sums(executor.metrics());
  }
}

TEST_CASE("one task at a time, and each finds its worker asleep or nearly") {
  // The next task comes when the last is done and the workers park without
  // spinning, so each spawn meets them on their way to sleep. A missed wake
  // is a hang: nobody else would ever run the task.
  for (const std::size_t workers : {1u, 2u}) {
    Counts counts;
    Budget budget(1);
    TestExecutor::Hooks set = hooks(counts);
    set.run = [&](Task& task, Context&) {
      const std::uint32_t permits = task.permits;
      counts.free(task);
      (void)budget.adopt(permits);
    };
    TestExecutor executor(
        {.workers = workers, .spin_iters = 0, .yield_iters = 0},
        std::move(set));
    constexpr std::uint64_t kTasks = 30'000;
    Rng rng(workers);
    for (std::uint64_t i = 0; i < kTasks; ++i) {
      std::optional<Permit> permit = budget.try_acquire();
      while (!permit) permit = budget.try_acquire();
      for (std::uint32_t spin = rng.below(300); spin > 0; --spin) {
        (void)budget.in_use();
      }
      Task task = counts.make(0);
      task.permits = static_cast<std::uint32_t>(permit->detach());
      REQUIRE(executor.spawn(task));
    }
    const ExecutorMetrics metrics = executor.join();
    CHECK(metrics.total.tasks_run == kTasks);
    CHECK(metrics.total.parks > 0);
    CHECK(counts.made == counts.freed);
  }
}

TEST_CASE("producer and workers sleep and wake each other") {
  Counts counts;
  Budget budget(4, 1);
  TestExecutor::Hooks set = hooks(counts);
  set.run = [&](Task& task, Context&) {
    const std::uint32_t permits = task.permits;
    counts.free(task);
    (void)budget.adopt(permits);
  };
  TestExecutor executor({.workers = 2, .spin_iters = 0, .yield_iters = 0},
                        std::move(set));
  constexpr std::uint64_t kTasks = 30'000;
  for (std::uint64_t i = 0; i < kTasks; ++i) {
    std::optional<Permit> permit = budget.acquire();
    REQUIRE(permit);
    Task task = counts.make(0);
    task.permits = static_cast<std::uint32_t>(permit->detach());
    REQUIRE(executor.spawn(task));
  }
  const ExecutorMetrics metrics = executor.join();
  CHECK(metrics.total.tasks_run == kTasks);
  CHECK(counts.made == counts.freed);
  CHECK(budget.metrics().peak <= 4);
}

}  // namespace sluice::executor_stress_test
