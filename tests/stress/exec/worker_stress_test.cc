// The real worker_step, park_worker and WorkPool, with thread switches in
// the gaps of the protocol. A missed wake is a hang.
#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <thread>
#include <vector>

#include "exec/work_pool.h"
#include "exec/worker_env.h"
#include "exec/worker_step.h"
#include "stress/exec/shaky_atomics.h"

namespace sluice::worker_stress_test {
namespace {

struct NoScratch {};

// Runs a task. Its number is how many more it spawns, one after the other.
struct Runner {
  bool run(int& task, WorkerContext<int, NoScratch>& worker) {
    if (task > 0) worker.spawn_global(task - 1);
    ++runs;
    return true;
  }
  bool run_step(int&, JobStep, WorkerContext<int, NoScratch>&) {
    ++runs;
    return true;
  }
  // No task is held here.
  bool resume(WorkerContext<int, NoScratch>&) { return true; }
  std::atomic<std::uint64_t> runs = 0;
};

class ShakyEnv : public WorkerEnv<int, NoScratch, StdPolicy, Runner> {
 public:
  using Base = WorkerEnv<int, NoScratch, StdPolicy, Runner>;
  using Base::Base;

  bool end_search() {
    shake();
    const bool last = Base::end_search();
    shake();
    return last;
  }
  std::size_t take_injected(int& task) {
    const std::size_t taken = Base::take_injected(task);
    shake();
    return taken;
  }
  void announce() {
    shake();
    Base::announce();
    shake();
  }
  void retract() {
    shake();
    Base::retract();
  }
  void sleep() {
    shake();
    Base::sleep();
  }
  void complete() {
    shake();
    Base::complete();
  }
};

}  // namespace

TEST_CASE("each task is run though the workers are always about to sleep") {
  constexpr std::uint64_t kTasks = 40'000;
  for (const std::size_t workers : {1u, 2u, 3u}) {
    const ExecutorConfig config{
        .workers = workers, .spin_iters = 0, .yield_iters = 0};
    Runner runner;
    std::vector<WorkerMetrics> metrics(workers);
    std::unique_ptr<WorkPool<int>> pool;
    auto work = [&](std::size_t id) {
      WorkerContext<int, NoScratch> context(
          *pool, config, id, [](std::size_t) { return NoScratch{}; });
      ShakyEnv env(*pool, config, context, runner);
      FoundTask found;
      for (;;) {
        const StepOutcome outcome = worker_step(env, found);
        if (outcome == StepOutcome::kShouldPark) park_worker(env);
        if (outcome == StepOutcome::kExitDone) break;
      }
      context.settle();
      metrics[id] = context.metrics();
    };
    pool = std::make_unique<WorkPool<int>>(
        workers,
        WorkPool<int>::Hooks{
            .threads = {.run = work, .on_none = [](std::exception_ptr) {}}});
    Rng rng(workers);
    std::uint64_t expected = 0;
    while (expected < kTasks) {
      const int depth = static_cast<int>(rng.below(2));
      expected += static_cast<std::uint64_t>(depth) + 1;
      if (depth == 1 && rng.below(4) == 0) {
        REQUIRE(pool->spawn_job(0, 2));
      } else {
        REQUIRE(pool->spawn(std::array{depth}));
      }
      while (runner.runs != expected) {
        if (rng.below(2) == 0) std::this_thread::yield();
      }
    }
    pool->close();
    CHECK(pool->finish([](int) {}, [](int, std::uint64_t, std::uint64_t) {}) ==
          workers);
    WorkerMetrics total;
    for (const WorkerMetrics& worker : metrics) total += worker;
    CHECK(total.tasks_run == expected);
    CHECK(total.claims > 0);
    CHECK(total.parks > 0);
    CHECK(total.parks_retracted > 0);
  }
}

}  // namespace sluice::worker_stress_test
