#include "exec/worker_env.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <exception>

namespace sluice::worker_env_test {

struct NoScratch {};
struct Runner {
  bool run(int&, WorkerContext<int, NoScratch>&) { return true; }
  bool run_step(int&, JobStep, WorkerContext<int, NoScratch>&) { return true; }
};

TEST_CASE("15 per cent of the workers look at the board first") {
  for (const std::size_t workers : {1u, 2u, 4u, 16u}) {
    WorkPool<int> pool(workers,
                       {.threads = {.run = [](std::size_t) {},
                                    .on_none = [](std::exception_ptr) {}}});
    const ExecutorConfig config{.workers = workers};
    Runner runner;
    std::size_t reserve = 0;
    for (std::size_t id = 0; id < workers; ++id) {
      WorkerContext<int, NoScratch> context(
          pool, config, id, [](std::size_t) { return NoScratch{}; });
      WorkerEnv<int, NoScratch, StdPolicy, Runner> env(pool, config, context,
                                                       runner);
      if (env.board_first()) ++reserve;
    }
    CHECK(reserve == reserve_workers(workers));
  }
}

}  // namespace sluice::worker_env_test
