#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include "exec/deque.h"
#include "exec/rng.h"
#include "stress/exec/shaky_atomics.h"

namespace sluice::deque_stress_test {
namespace {

// Four words that belong together: a torn copy does not check out.
struct Task {
  std::uint64_t number;
  std::array<std::uint64_t, 3> echo;

  static Task make(std::uint64_t number) {
    return {number, {~number, number * 3, number ^ 0x5555}};
  }
  [[nodiscard]] bool whole() const { return echo == make(number).echo; }
};

struct Tally {
  explicit Tally(std::size_t tasks) : taken(tasks) {}

  void count(const Task& task) {
    if (!task.whole() || task.number >= taken.size()) {
      ++torn;
    } else {
      ++taken[task.number];
    }
  }

  std::vector<std::atomic<int>> taken;
  std::atomic<int> torn = 0;
};

// An owner that pushes `tasks` tasks and pops about half of them, against
// thieves that take as many as they can.
template <typename Deque>
void check_exactly_once(std::uint64_t tasks) {
  constexpr std::size_t kThieves = 2;
  // How many tasks the owner leaves: with 1 every pop is a race for the last
  // task, with many the deque grows while thieves read it.
  for (const std::uint32_t depth : {1u, 3u, 2000u}) {
    Deque deque(1);
    Tally tally(tasks);
    std::atomic<bool> done = false;
    std::vector<std::thread> thieves;
    for (std::size_t i = 0; i < kThieves; ++i) {
      thieves.emplace_back([&] {
        std::uint64_t last = 0;
        bool in_order = true;
        Task task;
        while (!done.load(std::memory_order_acquire) || !deque.empty()) {
          if (deque.steal(task) != StealResult::kTaken) continue;
          tally.count(task);
          // Oldest first: the numbers of one thief's tasks only grow, because
          // the owner pushes growing numbers and takes the newest away.
          in_order &= task.number >= last;
          last = task.number;
        }
        CHECK(in_order);
      });
    }
    Rng rng(depth);
    std::uint64_t next = 0;
    Task task;
    while (next < tasks) {
      const std::uint32_t burst = 1 + rng.below(depth);
      for (std::uint32_t i = 0; i < burst && next < tasks; ++i) {
        deque.push(Task::make(next++));
      }
      for (std::uint32_t i = rng.below(burst + 1); i > 0; --i) {
        if (deque.pop(task)) tally.count(task);
      }
    }
    while (deque.pop(task)) tally.count(task);
    done.store(true, std::memory_order_release);
    for (std::thread& thief : thieves) thief.join();
    CHECK(tally.torn == 0);
    std::uint64_t wrong = 0;
    for (const std::atomic<int>& count : tally.taken) wrong += count != 1;
    CHECK(wrong == 0);
  }
}

}  // namespace

TEST_CASE("owner and thieves take every task exactly once") {
  check_exactly_once<WorkDeque<Task>>(300'000);
}

TEST_CASE("the same, with a thread switch between any two operations") {
  check_exactly_once<WorkDeque<Task, ShakyAtomics>>(40'000);
}

}  // namespace sluice::deque_stress_test
