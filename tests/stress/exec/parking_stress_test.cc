// A missed wake shows as a hang here: no wait in these tests has a timeout,
// the test runner's ends it.
#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <thread>
#include <vector>

#include "exec/injector.h"
#include "exec/parking.h"
#include "exec/rng.h"

namespace sluice {
namespace {

// The protocol of park_worker over one queue and a stop flag.
class Consumers {
 public:
  Consumers(std::size_t workers, std::atomic<std::uint64_t>& consumed)
      : parking_(workers) {
    for (std::size_t id = 0; id < workers; ++id) {
      threads_.emplace_back([this, id, &consumed] {
        std::array<int, 4> batch{};
        for (;;) {
          if (const std::size_t taken = queue_.take(batch, 2); taken > 0) {
            consumed += taken;
            continue;
          }
          if (stop_) return;
          parking_.begin_search();
          parking_.announce(id);
          if (stop_ || !queue_.empty()) {
            parking_.retract(id);
            (void)parking_.end_search();
          } else {
            ++sleeps_;
            parking_.sleep(id);
            (void)parking_.end_search();
          }
        }
      });
    }
  }
  ~Consumers() {
    stop_ = true;
    parking_.wake_all();
    for (std::thread& thread : threads_) thread.join();
  }

  void push(std::span<const int> tasks) {
    REQUIRE(queue_.push(tasks));
    parking_.wake_one();
  }
  [[nodiscard]] std::uint64_t sleeps() const { return sleeps_; }

 private:
  Injector<int> queue_;
  Parking<> parking_;
  std::atomic<bool> stop_ = false;
  std::atomic<std::uint64_t> sleeps_ = 0;
  std::vector<std::thread> threads_;
};

}  // namespace

TEST_CASE("100,000 times: one task, one wake, never missed") {
  constexpr std::uint64_t kCycles = 100'000;
  const std::array<int, 1> task{};
  for (const std::size_t workers : {1u, 3u}) {
    std::atomic<std::uint64_t> consumed = 0;
    Consumers consumers(workers, consumed);
    Rng rng(workers);
    for (std::uint64_t i = 1; i <= kCycles; ++i) {
      consumers.push(task);
      // Waiting for the task lets the consumers run dry, so that the next
      // push meets them on their way to sleep. Not yielding now and then
      // moves the point where it does.
      while (consumed != i) {
        if (rng.below(4) != 0) std::this_thread::yield();
      }
      for (std::uint32_t spin = rng.below(200); spin > 0; --spin) {
        (void)consumed.load();
      }
    }
    CHECK(consumed == kCycles);
    CHECK(consumers.sleeps() > 0);
  }
}

TEST_CASE("two producers and two sleepers lose no task") {
  constexpr std::uint64_t kTasks = 60'000;
  const std::array<int, 2> tasks{};
  std::atomic<std::uint64_t> consumed = 0;
  Consumers consumers(2, consumed);
  auto produce = [&](std::uint64_t seed) {
    Rng rng(seed);
    for (std::uint64_t i = 0; i < kTasks; i += 2) {
      consumers.push(tasks);
      if (rng.below(8) == 0) std::this_thread::yield();
    }
  };
  std::thread other(produce, 1);
  produce(2);
  other.join();
  while (consumed != 2 * kTasks) std::this_thread::yield();
  CHECK(consumed == 2 * kTasks);
}

}  // namespace sluice
