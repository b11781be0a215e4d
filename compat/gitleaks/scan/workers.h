// The workers of a gitleaks-compatible scan: each has a Pipeline, whose scan()
// is given the items that are added, one at a time.
// Thread-safety: one thread adds items and joins.
// Memory: items in flight cost at most `capacity` in all, or are a single one.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "exec/budget.h"
#include "exec/executor.h"
#include "gitleaks/report/results.h"

namespace sluice {

template <typename Item, typename Pipeline>
class GitleaksWorkers {
 public:
  // Calls `make` once for each worker; the results belong to this worker's
  // pipeline alone.
  GitleaksWorkers(unsigned workers, std::uint64_t capacity,
                  std::function<Pipeline(GitleaksResults*)> make)
      : budget_(capacity),
        results_(workers),
        executor_({.workers = workers},
                  {.make_scratch =
                       [this, make = std::move(make)](std::size_t worker) {
                         return make(&results_[worker]);
                       },
                   .run =
                       [](Task& task, typename Workers::Context& worker) {
                         const std::unique_ptr<Owned> owned(task.owned);
                         worker.scratch().scan(owned->item);
                       },
                   .drop = [](Task& task) { delete task.owned; },
                   .on_abandon = [this] { budget_.cancel(); }}) {}

  // Waits while too much is in flight. Returns false if a worker has failed.
  bool add(Item item, std::uint64_t cost) {
    std::optional<Permit> permit = budget_.acquire(cost);
    if (!permit) return false;
    auto owned =
        std::make_unique<Owned>(Owned{std::move(item), std::move(*permit)});
    if (!executor_.spawn({owned.get()})) return false;
    owned.release();
    return true;
  }

  // Waits for the workers; all that they and the caller have found. Throws what
  // a worker threw.
  GitleaksScanOutcome join(GitleaksResults own) {
    executor_.join();
    std::vector<GitleaksResults> all;
    all.push_back(std::move(own));
    for (WorkerResults& one : results_) all.push_back(std::move(one));
    return gather(std::move(all));
  }

 private:
  struct Owned {
    Item item;
    Permit permit;
  };
  struct Task {
    Owned* owned;  // freed by the code that runs or drops the task
  };
  using Workers = Executor<Task, Pipeline>;
  // On cache lines of its own.
  struct alignas(64) WorkerResults : GitleaksResults {};

  // In the order in which the later ones need the earlier.
  Budget budget_;
  std::vector<WorkerResults> results_;
  Workers executor_;
};

}  // namespace sluice
