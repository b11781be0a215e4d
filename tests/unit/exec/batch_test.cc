#include "exec/batch.h"

#include <doctest/doctest.h>

#include <atomic>
#include <cstdint>
#include <latch>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "exec/budget.h"
#include "exec/executor.h"

namespace sluice::batch_test {

struct Task {
  std::uint64_t number = 0;
};

// An executor whose workers are idle, and which accepts tasks, as the test
// demands.
struct Stage {
  bool idle = false;
  bool open = true;
  int looks = 0;
  std::vector<std::size_t> batches;  // the sizes of those that came
  std::vector<std::uint64_t> refused;
};

struct Handle {
  Stage* stage;

  bool any_idle() const {
    ++stage->looks;
    return stage->idle;
  }
  Spawned<std::span<const Task>> spawn_batch(
      std::span<const Task> tasks) const {
    if (!stage->open) return tl::make_unexpected(tasks);
    stage->batches.push_back(tasks.size());
    return {};
  }
};

using TestBatch = Batch<Task, Handle>;

TestBatch batch_for(Stage& stage) {
  return TestBatch(Handle{&stage}, [&stage](Task& task) {
    stage.refused.push_back(task.number);
  });
}

using Sizes = std::vector<std::size_t>;

TEST_CASE("a task goes at once while a worker is idle") {
  Stage stage{.idle = true};
  TestBatch batch = batch_for(stage);
  CHECK(batch.add({1}));
  CHECK(batch.add({2}));
  CHECK(batch.size() == 0);
  CHECK(stage.batches == Sizes{1, 1});
}

TEST_CASE("while all workers are busy tasks go 32 at a time") {
  Stage stage;
  TestBatch batch = batch_for(stage);
  for (std::uint64_t i = 0; i < 2 * TestBatch::kMost; ++i)
    CHECK(batch.add({i}));
  CHECK(stage.batches == Sizes{TestBatch::kMost, TestBatch::kMost});
  CHECK(batch.add({99}));
  CHECK(batch.size() == 1);
  CHECK(batch.hand_over());
  CHECK(stage.batches.back() == 1);
}

TEST_CASE("what is kept goes at the first look that sees an idle worker") {
  Stage stage;
  TestBatch batch = batch_for(stage);
  CHECK(batch.look());
  CHECK(stage.looks == 0);  // nothing is kept
  CHECK(batch.add({1}));
  CHECK(batch.add({2}));
  CHECK(batch.look());
  CHECK(batch.size() == 2);
  stage.idle = true;
  CHECK(batch.look());
  CHECK(batch.size() == 0);
  CHECK(stage.batches == Sizes{2});
}

TEST_CASE("what is kept goes with the batch's end") {
  Stage stage;
  {
    TestBatch batch = batch_for(stage);
    CHECK(batch.add({1}));
  }
  CHECK(stage.batches == Sizes{1});
}

TEST_CASE("a batch that is refused comes back, each task once") {
  Stage stage;
  TestBatch batch = batch_for(stage);
  CHECK(batch.add({1}));
  CHECK(batch.add({2}));
  stage.open = false;
  CHECK_FALSE(batch.hand_over());
  CHECK(stage.refused == std::vector<std::uint64_t>{1, 2});
  CHECK(batch.hand_over());  // there is nothing more
  stage.idle = true;
  CHECK_FALSE(batch.add({3}));
  CHECK(stage.refused == std::vector<std::uint64_t>{1, 2, 3});
}

// With acquire() of the budget itself this would never end.
TEST_CASE("a batch goes before its producer waits for permits") {
  Stage stage;
  TestBatch batch = batch_for(stage);
  Budget budget(2);
  for (std::uint64_t i = 0; i < 2; ++i) {
    std::optional<Permit> permit = batch.acquire(budget);
    REQUIRE(permit);
    CHECK(batch.add({permit->detach()}));
  }
  CHECK(stage.batches.empty());
  std::thread worker([&] {
    while (budget.metrics().waits == 0) std::this_thread::yield();
    (void)budget.adopt(2);
  });
  CHECK(batch.acquire(budget).has_value());
  worker.join();
  CHECK(stage.batches == Sizes{2});
}

TEST_CASE("the permits of a batch that is refused come back") {
  Budget budget(3);
  using Tasks = Executor<Task, int>;
  Tasks executor({.workers = 1},
                 {.make_scratch = [](std::size_t) { return 0; },
                  .run =
                      [&](Task& task, Tasks::Context&) {
                        // Busy until the batch is refused.
                        while (!budget.cancelled()) std::this_thread::yield();
                        (void)budget.adopt(task.number);
                      },
                  .drop = [&](Task& task) { (void)budget.adopt(task.number); },
                  .on_abandon = [&] { budget.cancel(); }});
  Batch<Task> batch(executor.handle(),
                    [&](Task& task) { (void)budget.adopt(task.number); });
  for (int i = 0; i < 3; ++i) {
    std::optional<Permit> permit = batch.acquire(budget);
    REQUIRE(permit);
    CHECK(batch.add({permit->detach()}));
    while (executor.handle().any_idle()) std::this_thread::yield();
  }
  CHECK(batch.size() > 0);
  executor.shutdown();
  CHECK_FALSE(batch.acquire(budget));
  CHECK(batch.size() == 0);
  CHECK(executor.join().refused > 0);
  CHECK(budget.in_use() == 0);
}

TEST_CASE("an executor is idle until all workers run") {
  std::latch both_run(2);
  std::atomic<bool> over = false;
  using Tasks = Executor<Task, int>;
  Tasks executor({.workers = 2}, {.make_scratch = [](std::size_t) { return 0; },
                                  .run =
                                      [&](Task&, Tasks::Context&) {
                                        both_run.count_down();
                                        while (!over) std::this_thread::yield();
                                      }});
  const auto handle = executor.handle();
  CHECK(handle.any_idle());  // no thread yet
  CHECK(executor.spawn({}));
  CHECK(handle.any_idle());  // one at most
  CHECK(executor.spawn({}));
  both_run.wait();
  CHECK_FALSE(handle.any_idle());
  over = true;
  while (!handle.any_idle()) std::this_thread::yield();
  executor.join();
}

}  // namespace sluice::batch_test
