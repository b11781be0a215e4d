#include "exec/budget.h"

#include <doctest/doctest.h>
#include <atomic>
#include <chrono>

#include <cstdint>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "exec/rng.h"
#include "support/effort.h"

namespace sluice::budget_test {

// Until a thread waits in acquire(): the count is raised under the mutex
// before the thread sleeps.
void await_waits(const Budget& budget, std::uint64_t waits) {
  while (budget.metrics().waits < waits) std::this_thread::yield();
}

TEST_CASE("permits add up to the capacity and come back") {
  Budget budget(2);
  std::optional<Permit> a = budget.try_acquire();
  std::optional<Permit> b = budget.acquire();
  REQUIRE(a);
  REQUIRE(b);
  CHECK_FALSE(budget.try_acquire());
  CHECK(budget.in_use() == 2);
  a.reset();
  CHECK(budget.in_use() == 1);
  CHECK(budget.try_acquire().has_value());
  CHECK(budget.in_use() == 1);
  b->release();
  b->release();
  CHECK(budget.in_use() == 0);
  CHECK(budget.metrics().peak == 2);
  CHECK(budget.metrics().waits == 0);
}

TEST_CASE("moving a permit gives nothing back, overwriting it does") {
  Budget budget(3);
  Permit a = *budget.try_acquire(2);
  Permit b = std::move(a);
  CHECK(a.cost() == 0);
  CHECK(b.cost() == 2);
  CHECK(budget.in_use() == 2);
  Permit c = *budget.try_acquire(1);
  c = std::move(b);
  CHECK(budget.in_use() == 2);
}

TEST_CASE("a detached share stays in use until it is adopted") {
  Budget budget(4);
  std::uint64_t cost = 0;
  {
    Permit permit = *budget.try_acquire(3);
    cost = permit.detach();
  }
  CHECK(budget.in_use() == 3);
  { Permit permit = budget.adopt(cost); }
  CHECK(budget.in_use() == 0);
}

TEST_CASE("more than the whole budget is granted alone") {
  Budget budget(4);
  std::optional<Permit> small = budget.try_acquire(1);
  CHECK_FALSE(budget.try_acquire(9));
  CHECK_FALSE(budget.try_acquire(~std::uint64_t{0} / 8));
  small.reset();
  std::optional<Permit> large = budget.try_acquire(9);
  REQUIRE(large);
  CHECK_FALSE(budget.try_acquire(1));
  CHECK(budget.metrics().peak == 9);
}

TEST_CASE("a waiter goes on when a permit comes back") {
  Budget budget(1);
  std::optional<Permit> held = budget.acquire();
  std::thread producer([&] { CHECK(budget.acquire().has_value()); });
  await_waits(budget, 1);
  held.reset();
  producer.join();
  CHECK(budget.metrics().waits == 1);
  CHECK(budget.metrics().peak == 1);
}

TEST_CASE("a waiter goes on at the slack, not at the first permit") {
  Budget budget(8, 4);
  std::vector<Permit> held;
  for (int i = 0; i < 8; ++i) held.push_back(*budget.acquire());
  std::uint64_t seen = 99;
  std::thread producer([&] {
    const std::optional<Permit> permit = budget.acquire();
    seen = budget.in_use();
  });
  await_waits(budget, 1);
  for (int i = 0; i < 3; ++i) held.pop_back();
  CHECK(budget.in_use() == 5);
  // Room for others in the meantime; it fits, but the waiter sleeps on.
  CHECK(budget.try_acquire().has_value());
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  CHECK(budget.in_use() == 5);
  held.pop_back();
  producer.join();
  CHECK(seen == 5);
}

TEST_CASE("an oversized waiter gets its permit when all are back") {
  Budget budget(4);
  std::vector<Permit> held;
  for (int i = 0; i < 4; ++i) held.push_back(*budget.acquire());
  std::thread producer([&] { CHECK(budget.acquire(100).has_value()); });
  await_waits(budget, 1);
  held.clear();
  producer.join();
  CHECK(budget.metrics().peak == 100);
}

TEST_CASE("cancelling wakes all waiters and refuses for ever") {
  Budget budget(1);
  Permit held = *budget.acquire();
  std::vector<std::thread> waiters;
  for (int i = 0; i < 3; ++i) {
    waiters.emplace_back([&] { CHECK_FALSE(budget.acquire()); });
  }
  await_waits(budget, 3);
  CHECK_FALSE(budget.cancelled());
  budget.cancel();
  for (std::thread& waiter : waiters) waiter.join();
  CHECK(budget.cancelled());
  held.release();
  CHECK(budget.in_use() == 0);
  CHECK_FALSE(budget.acquire());
  CHECK_FALSE(budget.try_acquire());
}

TEST_CASE("random costs agree with a plain sum") {
  for (const std::uint32_t seed : test::seeds(100, 1000)) {
    Rng rng(seed);
    const std::uint64_t capacity = 1 + rng.below(20);
    Budget budget(capacity);
    std::vector<Permit> held;
    std::uint64_t sum = 0;
    std::uint64_t peak = 0;
    for (int i = 0; i < 200; ++i) {
      if (rng.below(2) == 0) {
        const std::uint64_t cost = 1 + rng.below(25);
        std::optional<Permit> permit = budget.try_acquire(cost);
        REQUIRE(permit.has_value() == (sum == 0 || sum + cost <= capacity));
        if (!permit) continue;
        sum += cost;
        peak = std::max(peak, sum);
        held.push_back(std::move(*permit));
      } else if (!held.empty()) {
        const std::size_t at =
            rng.below(static_cast<std::uint32_t>(held.size()));
        sum -= held[at].cost();
        std::swap(held[at], held.back());
        held.pop_back();
      }
      REQUIRE(budget.in_use() == sum);
    }
    CHECK(budget.metrics().peak == peak);
  }
}

TEST_CASE("a producer that waits goes on when an eighth is free") {
  Budget budget(16);
  std::optional<Permit> most = budget.acquire(14);
  std::optional<Permit> one = budget.acquire();
  std::optional<Permit> other = budget.acquire();
  std::atomic<bool> granted = false;
  std::thread producer([&] {
    const std::optional<Permit> more = budget.acquire();
    granted = more.has_value();
  });
  while (budget.metrics().waits == 0) std::this_thread::yield();
  one->release();  // room for one, but not yet for two
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  CHECK_FALSE(granted);
  other->release();
  producer.join();
  CHECK(granted);
}

}  // namespace sluice::budget_test
