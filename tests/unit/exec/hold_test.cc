// Held tasks: join() waits for them, the workers continue with others
// meanwhile, and the tasks that they spawn at the end are run as well.
#include <doctest/doctest.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <stdexcept>

#include "exec/executor.h"

namespace sluice::hold_test {

struct Task {
  std::uint64_t number = 0;
  bool is_late = false;  // spawned by one that was held
};
// The tasks that a worker holds. At five, it resumes one before it holds
// another.
struct Held {
  std::deque<Task> tasks;
};
using Holding = Executor<Task, Held>;
using Context = Holding::Context;

struct Run {
  std::atomic<int> begun{0};
  std::atomic<int> ended{0};
  std::atomic<int> late{0};

  void go_on(Context& worker) {
    const Task task = worker.scratch().tasks.front();
    worker.scratch().tasks.pop_front();
    worker.spawn_local({task.number, true});
    ++ended;
    worker.release();
  }

  Holding::Hooks hooks() {
    return {.make_scratch = [](std::size_t) { return Held(); },
            .run =
                [this](Task& task, Context& worker) {
                  if (task.is_late) {
                    ++late;
                    return;
                  }
                  ++begun;
                  if (task.number % 7 == 0) return;
                  if (worker.scratch().tasks.size() == 5) go_on(worker);
                  worker.scratch().tasks.push_back(task);
                  worker.hold();
                },
            .resume = [this](Context& worker) { go_on(worker); }};
  }
};

TEST_CASE("held tasks end before join, for any number of workers") {
  for (const std::size_t workers : {1U, 2U, 5U}) {
    Run run;
    Holding executor({.workers = workers}, run.hooks());
    for (std::uint64_t i = 0; i < 7000; ++i)
      REQUIRE(executor.spawn(Task{i}).has_value());
    const ExecutorMetrics metrics = executor.join();
    CHECK(run.begun == 7000);
    CHECK(run.ended == 6000);
    CHECK(run.late == 6000);
    CHECK(metrics.total.held == 6000);
    CHECK(metrics.total.resumes <= 6000);
    CHECK(metrics.total.tasks_run == 13'000);
    CHECK(executor.in_flight() == 0);
  }
}

TEST_CASE("a lone task that is held is resumed by its worker") {
  Run run;
  Holding executor({.workers = 3}, run.hooks());
  REQUIRE(executor.spawn(Task{1}).has_value());
  const ExecutorMetrics metrics = executor.join();
  CHECK(metrics.total.resumes == 1);
  CHECK(run.late == 1);
}

TEST_CASE("what is held when a task fails stays with the scratch") {
  Run run;
  Holding::Hooks hooks = run.hooks();
  hooks.resume = [](Context&) { throw std::runtime_error("broken"); };
  Holding executor({.workers = 2}, std::move(hooks));
  for (std::uint64_t i = 1; i < 4; ++i) (void)executor.spawn(Task{i});
  CHECK_THROWS_AS(executor.join(), std::runtime_error);
  CHECK(run.ended == 0);
}

}  // namespace sluice::hold_test
