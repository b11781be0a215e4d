// Our executor as a contender. Only this file uses its interface.
#include "executor_bench_pool.h"

#include <array>
#include <cstdio>

#include "base/check.h"
#include "exec/executor.h"
#include "mutex_deque.h"

namespace sluice {
namespace {

struct NoScratch {};

// Our executor with a mutex in each worker's deque.
struct LockedPolicy : StdPolicy {
  template <ExecutorTask Task>
  using Deque = MutexDeque<Task>;
};

template <typename Policy>
class SluicePool final : public Pool {
 public:
  explicit SluicePool(std::size_t workers)
      : executor_({.workers = workers},
                  {.make_scratch = [](std::size_t) { return NoScratch{}; },
                   .run =
                       [](BenchItem& item, Context& worker) {
                         run_bench_item(item, [&](const BenchItem& child) {
                           worker.spawn_local(child);
                         });
                       }}) {}

  void submit(std::span<const BenchItem> batch) override {
    SLUICE_CHECK(executor_.spawn_batch(batch).has_value());
  }
  std::string describe() override {
    const ExecutorMetrics metrics = executor_.join();
    std::string text;
    for (const WorkerCounter& counter : kWorkerCounters) {
      text += std::string(counter.name) + " " +
              std::to_string(metrics.total.*counter.value) + " ";
    }
    return text + "wakes " + std::to_string(metrics.wakes);
  }

 private:
  using BenchExecutor = Executor<BenchItem, NoScratch, Policy>;
  using Context = typename BenchExecutor::Context;
  BenchExecutor executor_;
};

}  // namespace

std::span<const Contender> sluice_contenders() {
  static constexpr std::array kContenders = {
      Contender{"sluice", [](std::size_t workers) -> std::unique_ptr<Pool> {
                  return std::make_unique<SluicePool<StdPolicy>>(workers);
                }}};
  return kContenders;
}

std::span<const Contender> locked_contenders() {
  static constexpr std::array kContenders = {
      Contender{"mutex", [](std::size_t workers) -> std::unique_ptr<Pool> {
                  return std::make_unique<SluicePool<LockedPolicy>>(workers);
                }}};
  return kContenders;
}

}  // namespace sluice
