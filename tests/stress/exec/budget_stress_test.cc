#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "exec/budget.h"
#include "exec/rng.h"

namespace sluice::budget_stress_test {
namespace {

// Producers pass permits to workers, which give them back.
struct Exchange {
  void put(Permit permit) {
    const std::lock_guard lock(mutex);
    permits.push_back(std::move(permit));
  }
  std::optional<Permit> get() {
    const std::lock_guard lock(mutex);
    if (permits.empty()) return std::nullopt;
    Permit permit = std::move(permits.back());
    permits.pop_back();
    return permit;
  }
  std::mutex mutex;
  std::vector<Permit> permits;
};

}  // namespace

TEST_CASE("the budget is never overdrawn and nobody waits for ever") {
  constexpr std::uint64_t kPermits = 20'000;
  struct Shape {
    std::uint64_t capacity, slack, largest;
    int producers;
  };
  for (const Shape shape : {Shape{1, 1, 1, 1}, Shape{4, 1, 1, 2},
                            Shape{16, 8, 1, 1}, Shape{32, 0, 9, 2}}) {
    Budget budget(shape.capacity, shape.slack);
    Exchange exchange;
    std::atomic<std::uint64_t> in_use = 0;
    std::atomic<std::uint64_t> highest = 0;
    std::atomic<std::uint64_t> returned = 0;
    const std::uint64_t all =
        kPermits * static_cast<std::uint64_t>(shape.producers);
    std::vector<std::thread> threads;
    for (int i = 0; i < shape.producers; ++i) {
      threads.emplace_back([&, i] {
        Rng rng(static_cast<std::uint64_t>(i));
        const auto largest = static_cast<std::uint32_t>(shape.largest);
        for (std::uint64_t n = 0; n < kPermits; ++n) {
          std::optional<Permit> permit = budget.acquire(1 + rng.below(largest));
          REQUIRE(permit);
          const std::uint64_t now = in_use += permit->cost();
          std::uint64_t seen = highest;
          while (seen < now && !highest.compare_exchange_weak(seen, now)) {
          }
          exchange.put(std::move(*permit));
        }
      });
    }
    for (int i = 0; i < 2; ++i) {
      threads.emplace_back([&] {
        while (returned < all) {
          std::optional<Permit> permit = exchange.get();
          if (!permit) {
            std::this_thread::yield();
            continue;
          }
          in_use -= permit->cost();
          permit->release();
          ++returned;
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(highest <= shape.capacity);
    CHECK(budget.metrics().peak <= shape.capacity);
    CHECK(budget.metrics().peak >= highest);
    CHECK(budget.metrics().waits > 0);
    CHECK(budget.in_use() == 0);
  }
}

TEST_CASE("cancelling at any moment frees the producer") {
  constexpr int kRounds = 4'000;
  Rng rng(5);
  for (int round = 0; round < kRounds; ++round) {
    Budget budget(1);
    std::atomic<bool> started = false;
    std::thread producer([&] {
      std::optional<Permit> first = budget.acquire();
      started = true;
      std::optional<Permit> second = budget.acquire();
      CHECK_FALSE(second);
    });
    while (!started) std::this_thread::yield();
    for (std::uint32_t spin = rng.below(3000); spin > 0; --spin) {
      (void)started.load();
    }
    budget.cancel();
    producer.join();
    REQUIRE(budget.in_use() == 0);
  }
}

}  // namespace sluice::budget_stress_test
