// The real worker_step, park_worker and WorkPool, with thread switches in
// the gaps of the protocol. A missed wake is a hang.
#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "exec/work_pool.h"
#include "exec/worker_env.h"
#include "exec/worker_step.h"
#include "stress/exec/shaky_atomics.h"

namespace sluice {
namespace {

struct NoScratch {};

class ShakyEnv : public WorkerEnv<int, NoScratch> {
 public:
  using Base = WorkerEnv<int, NoScratch>;
  using Base::Base;

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
    WorkPool<int> pool(workers, [] { return false; });
    std::atomic<std::uint64_t> runs = 0;
    std::vector<WorkerMetrics> metrics(workers);
    std::vector<std::thread> threads;
    for (std::size_t id = 0; id < workers; ++id) {
      threads.emplace_back([&, id] {
        WorkerContext<int, NoScratch> context(
            pool, config, id, [](std::size_t) { return NoScratch{}; });
        ShakyEnv env(pool, config, context, [&](int& task, auto& worker) {
          if (task > 0) worker.spawn_global(task - 1);
          ++runs;
          return true;
        });
        for (;;) {
          const StepOutcome outcome = worker_step(env).outcome;
          if (outcome == StepOutcome::kShouldPark) park_worker(env);
          if (outcome == StepOutcome::kExitDone) break;
        }
        metrics[id] = context.metrics();
      });
    }
    Rng rng(workers);
    std::uint64_t expected = 0;
    while (expected < kTasks) {
      const int depth = static_cast<int>(rng.below(2));
      expected += static_cast<std::uint64_t>(depth) + 1;
      REQUIRE(pool.spawn(std::array{depth}));
      while (runs != expected) {
        if (rng.below(2) == 0) std::this_thread::yield();
      }
    }
    pool.close();
    for (std::thread& thread : threads) thread.join();
    WorkerMetrics total;
    for (const WorkerMetrics& worker : metrics) total += worker;
    CHECK(total.tasks_run == expected);
    CHECK(total.parks > 0);
    CHECK(total.parks_retracted > 0);
  }
}

}  // namespace sluice
