#include "exec/executor.h"

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <latch>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "exec/affinity.h"
#include "exec/budget.h"

namespace sluice::executor_test {

struct Task {
  std::uint64_t number = 0;
  std::uint32_t depth = 0;
};
struct NoScratch {};

using TestExecutor = Executor<Task, NoScratch>;
using Context = TestExecutor::Context;

TestExecutor::Hooks hooks(std::function<void(Task&, Context&)> run) {
  return {.make_scratch = [](std::size_t) { return NoScratch{}; },
          .run = std::move(run)};
}

std::vector<Task> numbered(std::size_t count) {
  std::vector<Task> tasks(count);
  for (std::size_t i = 0; i < count; ++i) tasks[i].number = i;
  return tasks;
}

// Holds what every finished executor must satisfy.
void check_sums(const ExecutorMetrics& metrics) {
  WorkerMetrics sum;
  for (const WorkerMetrics& worker : metrics.by_worker) sum += worker;
  for (const WorkerCounter& counter : kWorkerCounters) {
    CHECK(metrics.total.*counter.value == sum.*counter.value);
  }
  const WorkerMetrics& total = metrics.total;
  CHECK(metrics.spawned + total.local_spawns + total.global_spawns +
            total.step_spawns ==
        total.tasks_run + metrics.dropped);
  CHECK(total.tasks_run ==
        total.local_pops + total.injector_takes + total.claims + total.steals);
  CHECK(total.injector_tasks >= total.injector_takes);
  CHECK(total.steal_attempts >= total.steals + total.steals_lost);
}

TEST_CASE("an executor without tasks starts no thread") {
  TestExecutor executor({.workers = 4}, hooks([](Task&, Context&) {}));
  const ExecutorMetrics metrics = executor.join();
  CHECK(metrics.workers_started == 0);
  CHECK(metrics.total.tasks_run == 0);
  CHECK(metrics.by_worker.size() == 4);
}

TEST_CASE("one task starts one thread") {
  std::atomic<int> runs = 0;
  TestExecutor executor({.workers = 4},
                        hooks([&](Task&, Context&) { ++runs; }));
  CHECK(executor.spawn({}));
  const ExecutorMetrics metrics = executor.join();
  CHECK(runs == 1);
  CHECK(metrics.workers_started == 1);
  CHECK(metrics.spawned == 1);
  check_sums(metrics);
}

TEST_CASE("join runs every task exactly once, for any number of workers") {
  for (const std::size_t workers : {1u, 2u, 3u, 8u}) {
    constexpr std::size_t kTasks = 2000;
    std::vector<std::atomic<int>> runs(kTasks);
    TestExecutor executor(
        {.workers = workers},
        hooks([&](Task& task, Context&) { ++runs[task.number]; }));
    const std::vector<Task> tasks = numbered(kTasks);
    const std::span<const Task> all(tasks);
    CHECK(executor.spawn_batch(all.first(1500)));
    for (const Task& task : all.subspan(1500)) CHECK(executor.spawn(task));
    const ExecutorMetrics metrics = executor.join();
    for (const std::atomic<int>& count : runs) REQUIRE(count == 1);
    CHECK(executor.in_flight() == 0);
    CHECK(metrics.spawned == kTasks);
    CHECK(metrics.dropped == 0);
    CHECK(metrics.refused == 0);
    // Fewer, where the first have run all tasks before the last would start.
    CHECK(metrics.workers_started <= workers);
    CHECK(metrics.total.injector_tasks == kTasks);
    check_sums(metrics);
  }
}

TEST_CASE("as many tasks as workers all run at the same time") {
  for (const std::size_t workers : {1u, 2u, 3u, 8u}) {
    std::latch met(static_cast<std::ptrdiff_t>(workers));
    TestExecutor executor({.workers = workers}, hooks([&](Task&, Context&) {
                            met.arrive_and_wait();
                          }));
    CHECK(executor.spawn_batch(numbered(workers)));
    const ExecutorMetrics metrics = executor.join();
    CHECK(metrics.workers_started == workers);
    check_sums(metrics);
  }
}

TEST_CASE("a single worker runs outside tasks in their order") {
  std::vector<std::uint64_t> order;
  TestExecutor executor({.workers = 1}, hooks([&](Task& task, Context&) {
                          order.push_back(task.number);
                        }));
  CHECK(executor.spawn_batch(numbered(500)));
  executor.join();
  REQUIRE(order.size() == 500);
  for (std::size_t i = 0; i < order.size(); ++i) CHECK(order[i] == i);
}

TEST_CASE("local tasks run newest first, before the injector's") {
  std::vector<std::uint64_t> order;
  TestExecutor executor({.workers = 1, .injector_batch = 1},
                        hooks([&](Task& task, Context& worker) {
                          order.push_back(task.number);
                          if (task.number != 0) return;
                          worker.spawn_global({.number = 10});
                          worker.spawn_local({.number = 1});
                          worker.spawn_local({.number = 2});
                        }));
  CHECK(executor.spawn({}));
  const ExecutorMetrics metrics = executor.join();
  CHECK(order == std::vector<std::uint64_t>{0, 2, 1, 10});
  CHECK(metrics.total.local_spawns == 2);
  CHECK(metrics.total.global_spawns == 1);
  check_sums(metrics);
}

TEST_CASE("trees of tasks are drained by join") {
  for (const bool local : {true, false}) {
    std::atomic<std::uint64_t> runs = 0;
    TestExecutor executor(
        {.workers = 3}, hooks([&](Task& task, Context& worker) {
          ++runs;
          for (int i = 0; task.depth > 0 && i < 3; ++i) {
            const Task child{.depth = task.depth - 1};
            local ? worker.spawn_local(child) : worker.spawn_global(child);
          }
        }));
    CHECK(executor.spawn({.depth = 7}));
    const ExecutorMetrics metrics = executor.join();
    CHECK(runs == (6561 - 1) / 2);  // 1 + 3 + ... + 3^7
    check_sums(metrics);
  }
}

TEST_CASE("a run of local spawns calls another worker") {
  // The first task waits for a sibling to run one of its children: without
  // the call nobody would come, and the test would hang.
  std::atomic<bool> stolen = false;
  TestExecutor executor({.workers = 2, .wake_every = 32},
                        hooks([&](Task& task, Context& worker) {
                          if (task.number != 0) {
                            stolen = true;
                            return;
                          }
                          for (std::uint64_t i = 1; i <= 32; ++i) {
                            worker.spawn_local({.number = i});
                          }
                          while (!stolen) std::this_thread::yield();
                        }));
  CHECK(executor.spawn({}));
  const ExecutorMetrics metrics = executor.join();
  CHECK(metrics.workers_started == 2);
  CHECK(metrics.total.hoard_calls == 1);
  CHECK(metrics.total.steals >= 1);
  check_sums(metrics);
}

TEST_CASE("a global spawn calls another worker at once") {
  std::latch met(2);  // both tasks must run at the same time
  TestExecutor executor({.workers = 2}, hooks([&](Task& task, Context& worker) {
                          if (task.number == 0) {
                            worker.spawn_global({.number = 1});
                          }
                          met.arrive_and_wait();
                        }));
  CHECK(executor.spawn({}));
  const ExecutorMetrics metrics = executor.join();
  CHECK(metrics.workers_started == 2);
  check_sums(metrics);
}

TEST_CASE("sleeping workers are woken, by name") {
  TestExecutor executor({.workers = 2, .spin_iters = 3, .yield_iters = 2},
                        hooks([](Task&, Context&) {}));
  CHECK(executor.spawn_batch(numbered(2)));
  while (executor.in_flight() > 0) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  CHECK(executor.spawn({}));
  const ExecutorMetrics metrics = executor.join();
  CHECK(metrics.total.parks >= 1);
  CHECK(metrics.wakes >= 1);
  CHECK(metrics.total.spins >= 3);
  CHECK(metrics.total.yields >= 2);
  CHECK(metrics.total.tasks_run == 3);
  check_sums(metrics);
}

TEST_CASE("bound workers are bound to different processors") {
  const std::size_t processors = usable_processors().size();
  if (processors < 2) return;
  std::latch both(2);
  std::mutex mutex;
  std::set<std::vector<std::size_t>> seen;
  TestExecutor executor({.workers = 2, .pin_threads = true},
                        hooks([&](Task& task, Context& worker) {
                          // The second worker is started by the first, which is
                          // bound already.
                          if (task.number == 0)
                            worker.spawn_global({.number = 1});
                          both.arrive_and_wait();
                          const std::lock_guard lock(mutex);
                          seen.insert(usable_processors());
                        }));
  CHECK(executor.spawn({}));
  executor.join();
  CHECK(seen.size() == 2);
  for (const auto& one : seen) CHECK(one.size() == 1);
}

TEST_CASE("each started worker has its scratch, made on its own thread") {
  struct Scratch {
    explicit Scratch(std::size_t worker)
        : id(worker), thread(std::this_thread::get_id()) {}
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    std::size_t id;
    std::thread::id thread;
    std::uint64_t uses = 0;
  };
  std::atomic<int> wrong = 0;
  std::atomic<std::uint64_t> uses = 0;
  Executor<Task, Scratch> executor(
      {.workers = 3, .pin_threads = true},
      {.make_scratch = [](std::size_t id) { return Scratch(id); },
       .run =
           [&](Task&, Executor<Task, Scratch>::Context& worker) {
             Scratch& scratch = worker.scratch();
             wrong += scratch.id != worker.id();
             wrong += scratch.thread != std::this_thread::get_id();
             ++scratch.uses;
             ++uses;
           }});
  CHECK(executor.spawn_batch(numbered(300)));
  executor.join();
  CHECK(wrong == 0);
  CHECK(uses == 300);
}

TEST_CASE("after shutdown tasks are given back, and queued ones dropped") {
  std::vector<std::uint64_t> dropped;
  std::latch running(1);
  std::latch release(1);
  auto set = hooks([&](Task& task, Context& worker) {
    if (task.number != 0) return;
    worker.spawn_local({.number = 100});
    running.count_down();
    release.wait();
    CHECK(worker.stopping());
    worker.spawn_local({.number = 101});
    worker.spawn_global({.number = 102});
  });
  set.drop = [&](Task& task) { dropped.push_back(task.number); };
  TestExecutor executor({.workers = 1}, std::move(set));
  CHECK(executor.spawn({}));
  running.wait();
  CHECK(executor.spawn({.number = 1}));
  CHECK(executor.is_accepting());
  executor.shutdown();
  executor.shutdown();
  CHECK_FALSE(executor.is_accepting());
  CHECK_FALSE(executor.spawn({.number = 2}));
  CHECK_FALSE(executor.spawn_batch(numbered(3)));
  CHECK_FALSE(executor.spawn_batch({}));
  release.count_down();
  const ExecutorMetrics metrics = executor.join();
  CHECK(std::set(dropped.begin(), dropped.end()) ==
        std::set<std::uint64_t>{1, 100, 101, 102});
  CHECK(metrics.dropped == 4);
  CHECK(metrics.refused == 4);
  CHECK(metrics.total.tasks_run == 1);
  CHECK(executor.in_flight() == 0);
  check_sums(metrics);
}

TEST_CASE("the destructor abandons, and leaves nothing behind") {
  std::atomic<int> ended = 0;
  std::atomic<bool> running = false;
  {
    auto set = hooks([&](Task&, Context& worker) {
      running = true;
      while (!worker.stopping()) std::this_thread::yield();
      ++ended;
    });
    set.drop = [&](Task&) { ++ended; };
    TestExecutor executor({.workers = 1}, std::move(set));
    CHECK(executor.spawn_batch(numbered(5)));
    while (!running) std::this_thread::yield();
  }
  CHECK(ended == 5);
}

TEST_CASE("join rethrows what a task threw, and the gate is closed before") {
  int failures = 0;
  std::atomic<int> drops = 0;
  TestExecutor* self = nullptr;
  auto set = hooks([](Task& task, Context&) {
    if (task.number == 0) throw std::runtime_error("task 0");
  });
  set.drop = [&](Task&) { ++drops; };
  set.on_abandon = [&] {
    ++failures;
    CHECK_FALSE(self->is_accepting());
  };
  TestExecutor executor({.workers = 1}, std::move(set));
  self = &executor;
  CHECK(executor.spawn_batch(numbered(10)));
  CHECK_THROWS_WITH_AS(executor.join(), "task 0", std::runtime_error);
  CHECK(failures == 1);
  CHECK(drops == 9);
  CHECK(executor.in_flight() == 0);
  CHECK(executor.metrics().total.tasks_failed == 1);
  CHECK(executor.metrics().dropped == 9);
  check_sums(executor.metrics());
}

TEST_CASE("when all tasks throw, the first is rethrown and the hook is once") {
  std::atomic<int> failures = 0;
  std::latch both(2);
  auto set = hooks([&](Task& task, Context&) {
    both.arrive_and_wait();
    throw std::runtime_error(std::to_string(task.number));
  });
  set.on_abandon = [&] { ++failures; };
  TestExecutor executor({.workers = 2}, std::move(set));
  CHECK(executor.spawn_batch(numbered(2)));
  CHECK_THROWS_AS(executor.join(), std::runtime_error);
  CHECK(failures == 1);
  CHECK(executor.metrics().total.tasks_failed == 2);
}

TEST_CASE("a later failure does not take the first one's place") {
  std::latch both(2);
  TestExecutor executor({.workers = 2}, hooks([&](Task& task, Context& worker) {
                          both.arrive_and_wait();
                          // The second waits until the first has failed.
                          while (task.number == 1 && !worker.stopping()) {
                            std::this_thread::yield();
                          }
                          throw std::runtime_error(std::to_string(task.number));
                        }));
  CHECK(executor.spawn_batch(numbered(2)));
  CHECK_THROWS_WITH_AS(executor.join(), "0", std::runtime_error);
}

TEST_CASE("the hook of an abandonment comes before the end of it") {
  // With nothing in flight, the closed gate would suffice for the end.
  for (int round = 0; round < 200; ++round) {
    std::atomic<bool> told = false;
    auto set = hooks([](Task&, Context&) {});
    set.on_abandon = [&] { told = true; };
    TestExecutor executor({.workers = 1}, std::move(set));
    std::thread other([handle = executor.handle()] { handle.shutdown(); });
    while (executor.is_accepting()) std::this_thread::yield();
    executor.join();
    CHECK(told);
    other.join();
  }
}

TEST_CASE("the seed decides a worker's random numbers") {
  const auto first_number = [](std::uint64_t seed) {
    std::uint64_t number = 0;
    TestExecutor executor(
        {.workers = 1, .seed = seed},
        hooks([&](Task&, Context& worker) { number = worker.rng().next(); }));
    CHECK(executor.spawn({}));
    executor.join();
    return number;
  };
  CHECK(first_number(1) == first_number(1));
  CHECK(first_number(1) != first_number(2));
}

TEST_CASE("a scratch that cannot be made is a failure like any other") {
  std::atomic<int> failures = 0;
  TestExecutor::Hooks set{.make_scratch = [](std::size_t) -> NoScratch {
                            throw std::runtime_error("no scratch");
                          },
                          .run = [](Task&, Context&) {}};
  set.on_abandon = [&] { ++failures; };
  TestExecutor executor({.workers = 2}, std::move(set));
  CHECK(executor.spawn({}));
  CHECK_THROWS_WITH_AS(executor.join(), "no scratch", std::runtime_error);
  CHECK(failures == 1);
  CHECK(executor.metrics().dropped == 1);
}

TEST_CASE("a failing task wakes the producer that waits for the budget") {
  for (int round = 0; round < 50; ++round) {
    Budget budget(4);
    TestExecutor::Hooks set = hooks([&](Task& task, Context&) {
      // No permit comes back by itself until the producer waits; then only the
      // failure can wake it.
      while (budget.metrics().waits == 0) std::this_thread::yield();
      const std::uint64_t cost = task.number;
      throw std::runtime_error(std::to_string(cost));
    });
    set.drop = [&](Task& task) { (void)budget.adopt(task.number); };
    set.on_abandon = [&] { budget.cancel(); };
    std::uint64_t granted = 0;
    {
      TestExecutor executor({.workers = 2}, std::move(set));
      while (std::optional<Permit> permit = budget.acquire()) {
        ++granted;
        const Task task{.number = permit->detach()};
        if (!executor.spawn(task)) (void)budget.adopt(task.number);
      }
      CHECK_THROWS_AS(executor.join(), std::runtime_error);
      CHECK_FALSE(executor.is_accepting());
      // The tasks that threw kept their permits.
      CHECK(budget.in_use() == executor.metrics().total.tasks_failed);
      (void)budget.adopt(budget.in_use());
    }
    CHECK(granted == 4);
  }
}

TEST_CASE("a rejected task comes back as it was") {
  TestExecutor executor({.workers = 1}, hooks([](Task&, Context&) {}));
  executor.shutdown();
  const Spawned<Task> one = executor.spawn({.number = 7, .depth = 3});
  REQUIRE_FALSE(one.has_value());
  CHECK(one.error().number == 7);
  CHECK(one.error().depth == 3);
  const std::vector<Task> tasks = numbered(3);
  const auto batch = executor.spawn_batch(tasks);
  REQUIRE_FALSE(batch.has_value());
  CHECK(batch.error().data() == tasks.data());
  CHECK(batch.error().size() == 3);
  const Spawned<Task> job = executor.spawn_job({.number = 8}, 5);
  REQUIRE_FALSE(job.has_value());
  CHECK(job.error().number == 8);
  CHECK(executor.join().refused == 9);
}

TEST_CASE(
    "handles are copied, used by many threads, and outlive the executor") {
  std::atomic<std::uint64_t> runs = 0;
  std::optional<TestExecutor::Handle> kept;
  {
    TestExecutor executor({.workers = 2},
                          hooks([&](Task&, Context&) { ++runs; }));
    kept = executor.handle();
    std::vector<std::thread> producers;
    for (int i = 0; i < 3; ++i) {
      producers.emplace_back([handle = executor.handle()] {
        for (int n = 0; n < 100; ++n) REQUIRE(handle.spawn({}));
      });
    }
    for (std::thread& producer : producers) producer.join();
    CHECK(kept->is_accepting());
    executor.join();
    CHECK(runs == 300);
  }
  CHECK_FALSE(kept->is_accepting());
  CHECK_FALSE(kept->spawn({}));
  CHECK_FALSE(kept->spawn_job({}, 2));
  kept->shutdown();
  CHECK(kept->in_flight() == 0);
  CHECK(runs == 300);
}

TEST_CASE("the steps of jobs are run once each, by all workers") {
  for (const std::size_t workers : {1u, 2u, 5u}) {
    for (const bool inside : {false, true}) {
      constexpr std::size_t kSteps = 300;
      std::vector<std::atomic<int>> runs(3 * kSteps);
      std::atomic<int> wrong = 0;
      auto set = hooks([&](Task&, Context& worker) {
        for (std::uint64_t n = 0; n < 3; ++n) {
          worker.spawn_job({.number = n}, kSteps);
        }
      });
      set.run_step = [&](Task& job, JobStep step, Context&) {
        ++runs[job.number * kSteps + step.index];
        wrong += step.count != kSteps;
      };
      TestExecutor executor({.workers = workers}, std::move(set));
      if (inside) {
        CHECK(executor.spawn({}));
      } else {
        for (const Task& job : numbered(3)) {
          CHECK(executor.spawn_job(job, kSteps));
        }
      }
      const ExecutorMetrics metrics = executor.join();
      for (const std::atomic<int>& count : runs) REQUIRE(count == 1);
      CHECK(wrong == 0);
      CHECK(metrics.total.claims == 3 * kSteps);
      CHECK(metrics.total.job_spawns == (inside ? 3 : 0));
      CHECK(metrics.total.step_spawns == (inside ? 3 * kSteps : 0));
      CHECK(metrics.spawned == (inside ? 1 : 3 * kSteps));
      CHECK(metrics.workers_started <= workers);
      check_sums(metrics);
    }
  }
}

TEST_CASE("two workers share one job") {
  std::latch both(2);  // each step waits for the other
  auto set = hooks([](Task&, Context&) {});
  set.run_step = [&](Task&, JobStep, Context&) { both.arrive_and_wait(); };
  TestExecutor executor({.workers = 2}, std::move(set));
  CHECK(executor.spawn_job({}, 2));
  CHECK(executor.join().total.claims == 2);
}

TEST_CASE("one worker runs the heaviest job first, and the first of equals") {
  std::vector<std::uint64_t> order;
  auto set = hooks([](Task&, Context& worker) {
    const std::vector<std::uint64_t> steps = {1, 3, 2, 3};
    for (std::uint64_t n = 0; n < steps.size(); ++n) {
      worker.spawn_job({.number = n}, steps[n]);
    }
  });
  set.run_step = [&](Task& job, JobStep step, Context&) {
    order.push_back(10 * job.number + step.index);
  };
  TestExecutor executor({.workers = 1}, std::move(set));
  CHECK(executor.spawn({}));
  executor.join();
  CHECK(order == std::vector<std::uint64_t>{10, 11, 12, 30, 31, 32, 20, 21, 0});
}

TEST_CASE("an abandoned job's steps are dropped, and the failure comes out") {
  for (const bool fails : {false, true}) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> dropped;
    TestExecutor* self = nullptr;
    auto set = hooks([](Task&, Context&) {});
    set.run_step = [&](Task&, JobStep step, Context&) {
      if (step.index != 2) return;
      if (fails) throw std::runtime_error("step 2");
      self->shutdown();
    };
    set.drop_steps = [&](Task& job, std::uint64_t first, std::uint64_t end) {
      CHECK(job.number == 5);
      dropped.emplace_back(first, end);
    };
    TestExecutor executor({.workers = 1}, std::move(set));
    self = &executor;
    CHECK(executor.spawn_job({.number = 5}, 10));
    if (fails) {
      CHECK_THROWS_WITH_AS(executor.join(), "step 2", std::runtime_error);
    } else {
      executor.join();
    }
    CHECK(dropped ==
          std::vector<std::pair<std::uint64_t, std::uint64_t>>{{3, 10}});
    CHECK(executor.metrics().dropped == 7);
    CHECK(executor.metrics().total.claims == 3);
    CHECK(executor.metrics().total.tasks_failed == (fails ? 1 : 0));
    CHECK(executor.in_flight() == 0);
    check_sums(executor.metrics());
  }
}

TEST_CASE("shutdown wakes the producer that waits for the budget") {
  Budget budget(1);
  auto set = hooks([](Task&, Context& worker) {
    while (!worker.stopping()) std::this_thread::yield();
  });
  int abandons = 0;
  set.on_abandon = [&] {
    ++abandons;
    budget.cancel();
  };
  TestExecutor executor({.workers = 1}, std::move(set));
  std::optional<Permit> held = budget.acquire();
  CHECK(executor.spawn({}));
  std::thread other([&, handle = executor.handle()] {
    while (budget.metrics().waits == 0) std::this_thread::yield();
    handle.shutdown();
  });
  CHECK_FALSE(budget.acquire());
  other.join();
  executor.join();
  CHECK(abandons == 1);
}

TEST_CASE("a throw ends all waits at once: producer's, sleeper's, join's") {
  // One worker sleeps, one runs the task that will throw, a producer waits
  // for the budget, the owner waits in join().
  const auto start = std::chrono::steady_clock::now();
  Budget budget(2);
  std::atomic<bool> go = false;
  TestExecutor::Hooks set = hooks([&](Task& task, Context&) {
    if (task.number == 0) return;
    while (!go) std::this_thread::yield();
    throw std::runtime_error("late");
  });
  set.on_abandon = [&] { budget.cancel(); };
  TestExecutor executor({.workers = 2, .spin_iters = 0, .yield_iters = 0},
                        std::move(set));
  CHECK(executor.spawn_batch(numbered(2)));  // the second one blocks
  std::optional<Permit> held = budget.acquire(2);
  std::optional<Permit> more;
  std::thread producer([&] { more = budget.acquire(); });
  while (budget.metrics().waits == 0) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  std::thread starter([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    go = true;
  });
  CHECK_THROWS_WITH_AS(executor.join(), "late", std::runtime_error);
  producer.join();
  starter.join();
  CHECK_FALSE(more);
  CHECK(executor.metrics().total.parks >= 1);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(1));
}

TEST_CASE("a system that gives no thread is a failure, not a hang") {
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
  return;  // their runtimes do not live through fork and such limits
#else
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    // Root is above the limit on threads, so be somebody else.
    const rlimit none{0, 0};
    if (::setrlimit(RLIMIT_NPROC, &none) != 0) ::_exit(77);
    if (::getuid() == 0 && ::setuid(65534) != 0) ::_exit(77);
    int failures = 0;
    auto set = hooks([](Task&, Context&) {});
    set.on_abandon = [&] { ++failures; };
    TestExecutor executor({.workers = 2}, std::move(set));
    const bool spawned = executor.spawn({}).has_value();
    try {
      executor.join();
    } catch (const std::system_error&) {
      ::_exit(spawned && failures == 1 && !executor.is_accepting() &&
                      executor.metrics().dropped == 1
                  ? 0
                  : 1);
    }
    ::_exit(executor.metrics().workers_started > 0 ? 77 : 1);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  if (WEXITSTATUS(status) == 77) {
    MESSAGE("skipped: this system lets us make threads regardless");
    return;
  }
  CHECK(WEXITSTATUS(status) == 0);
#endif
}

}  // namespace sluice::executor_test
