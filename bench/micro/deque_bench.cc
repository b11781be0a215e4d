// The work-stealing deque beside a deque with a mutex: one owner that pushes
// and pops, and no, one or three thieves; then each in the whole executor.
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "exec/deque.h"
#include "executor_bench_cases.h"
#include "executor_bench_pool.h"
#include "mutex_deque.h"

namespace sluice {
namespace {

struct DequeTask {
  std::uint64_t value = 0;
};

// The owner pushes eight and pops four, over and over, and pops all that is
// left after each 4096, so that a bounded deque never fills; thieves take what
// they can get. Nanoseconds per task.
template <typename Deque>
double sample_deque(std::size_t thieves) {
  constexpr std::uint64_t kTasks = 200'000;
  Deque deque;
  // Written by the owner; the thieves wait for the first and stop at the
  // second. Relaxed suffices for both: the tasks carry no data.
  std::atomic<bool> go{false};
  std::atomic<bool> done{false};
  std::atomic<std::size_t> ready{0};  // thieves that run
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < thieves; ++i) {
    threads.emplace_back([&] {
      ready.fetch_add(1, std::memory_order_relaxed);
      while (!go.load(std::memory_order_relaxed)) std::this_thread::yield();
      DequeTask task;
      while (!done.load(std::memory_order_relaxed)) {
        if (deque.steal(task) == StealResult::kTaken) {
          burn(static_cast<std::uint32_t>(task.value & 15));
        } else {
          std::this_thread::yield();
        }
      }
    });
  }
  while (ready.load(std::memory_order_relaxed) < thieves) {
    std::this_thread::yield();
  }
  const std::int64_t start = bench_now();
  go.store(true, std::memory_order_relaxed);
  DequeTask task;
  for (std::uint64_t pushed = 0; pushed < kTasks;) {
    for (int i = 0; i < 8; ++i) deque.push(DequeTask{pushed++});
    for (int i = 0; i < 4; ++i) {
      if (deque.pop(task)) burn(static_cast<std::uint32_t>(task.value & 15));
    }
    if (pushed % 4096 < 8) {
      while (deque.pop(task)) burn(static_cast<std::uint32_t>(task.value & 15));
    }
  }
  while (deque.pop(task)) burn(static_cast<std::uint32_t>(task.value & 15));
  while (!deque.empty()) std::this_thread::yield();
  const std::int64_t end = bench_now();
  done.store(true, std::memory_order_relaxed);
  return static_cast<double>(end - start) / static_cast<double>(kTasks);
}

// The whole executor, made anew: a tree of 2^18 tasks that do nothing.
// Nanoseconds per task.
double sample_executor(const Contender& contender, std::size_t workers) {
  constexpr std::uint32_t kDepth = 17;
  const std::unique_ptr<Pool> pool = contender.make(workers);
  const std::uint64_t tasks = (std::uint64_t{2} << kDepth) - 1;
  const std::uint64_t before = tasks_done();
  const BenchItem root{0, kDepth};
  const std::int64_t start = bench_now();
  pool->submit(std::span(&root, 1));
  while (tasks_done() < before + tasks) {
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  return static_cast<double>(bench_now() - start) / static_cast<double>(tasks);
}

}  // namespace

std::vector<BenchCase> run_deques(const SuiteSettings& settings) {
  const std::size_t rounds =
      settings.rounds != 0 ? settings.rounds : (settings.quick ? 5 : 61);
  std::vector<BenchCase> cases;
  for (const std::size_t thieves : {0u, 1u, 3u}) {
    const std::string name = "deque/thieves-" + std::to_string(thieves);
    if (!wanted(settings, name)) continue;
    BenchCase& one = cases.emplace_back(BenchCase{name, "ns", {}});
    one.entries.push_back(
        {"sluice",
         [thieves] { return sample_deque<WorkDeque<DequeTask>>(thieves); },
         {}});
    one.entries.push_back(
        {"mutex",
         [thieves] { return sample_deque<MutexDeque<DequeTask>>(thieves); },
         {}});
  }
  for (const std::size_t workers : {1u, 2u, 4u}) {
    const std::string name = "deque/executor/w" + std::to_string(workers);
    if (!wanted(settings, name)) continue;
    BenchCase& one = cases.emplace_back(BenchCase{name, "ns", {}});
    for (const auto& contenders : {sluice_contenders(), locked_contenders()}) {
      one.entries.push_back({contenders[0].name,
                             [&contender = contenders[0], workers] {
                               return sample_executor(contender, workers);
                             },
                             {}});
    }
  }
  run_rounds(cases, rounds, 7);
  return cases;
}

}  // namespace sluice
