// The work-stealing deque beside a deque with a mutex: one owner that pushes
// and pops, and no, one or three thieves.
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "exec/deque.h"
#include "executor_bench_cases.h"
#include "executor_bench_pool.h"

namespace sluice {
namespace {

// The same interface over a ring and a mutex. Bounded: push says whether
// there was room. The count beside the mutex makes empty() one load, and pop
// and steal of an empty deque take no lock.
template <typename Task>
class MutexDeque {
 public:
  static constexpr std::size_t kCapacity = 4096;

  bool push(const Task& task) {
    const std::lock_guard lock(mutex_);
    if (bottom_ - top_ == kCapacity) return false;
    ring_[bottom_++ % kCapacity] = task;
    size_.store(bottom_ - top_, std::memory_order_seq_cst);
    return true;
  }
  bool pop(Task& out) {
    if (empty()) return false;
    const std::lock_guard lock(mutex_);
    if (bottom_ == top_) return false;
    out = ring_[--bottom_ % kCapacity];
    size_.store(bottom_ - top_, std::memory_order_seq_cst);
    return true;
  }
  StealResult steal(Task& out) {
    if (empty()) return StealResult::kEmpty;
    const std::lock_guard lock(mutex_);
    if (bottom_ == top_) return StealResult::kEmpty;
    out = ring_[top_++ % kCapacity];
    size_.store(bottom_ - top_, std::memory_order_seq_cst);
    return StealResult::kTaken;
  }
  bool empty() const { return size_.load(std::memory_order_seq_cst) == 0; }

 private:
  std::mutex mutex_;  // guards the three that follow
  std::uint64_t top_ = 0;
  std::uint64_t bottom_ = 0;
  std::array<Task, kCapacity> ring_{};
  // bottom_ - top_. Written under mutex_, read without it by empty().
  alignas(64) std::atomic<std::size_t> size_{0};
};

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
  run_rounds(cases, rounds, 7);
  return cases;
}

}  // namespace sluice
