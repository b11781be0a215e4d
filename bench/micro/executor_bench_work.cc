#include <algorithm>
#include <chrono>
#include <deque>
#include <mutex>

#include "executor_bench_pool.h"

namespace sluice {
namespace {

std::mutex counters_mutex;  // guards counters()

// A deque: its elements stay where they are. Never destroyed, since threads
// of other libraries may count until the process ends.
std::deque<TaskCounter>& counters() {
  static auto* const all = new std::deque<TaskCounter>;
  return *all;
}

double measure_turn() {
  constexpr std::uint32_t kTurns = 200'000;
  double best = 1e9;
  for (int i = 0; i < 20; ++i) {
    const std::int64_t start = bench_now();
    burn(kTurns);
    best = std::min(best, static_cast<double>(bench_now() - start) / kTurns);
  }
  return best;
}

}  // namespace

std::atomic<std::int64_t> bench_stamp{0};

TaskCounter& register_counter() {
  const std::lock_guard lock(counters_mutex);
  return counters().emplace_back();
}

std::uint64_t tasks_done() {
  const std::lock_guard lock(counters_mutex);
  std::uint64_t sum = 0;
  for (const TaskCounter& counter : counters()) {
    sum += counter.done.load(std::memory_order_acquire);
  }
  return sum;
}

std::int64_t bench_now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

std::uint32_t turns_for(double nanoseconds) {
  static const double turn = measure_turn();
  return static_cast<std::uint32_t>(nanoseconds / turn);
}

}  // namespace sluice
