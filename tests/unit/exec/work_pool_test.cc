#include "exec/work_pool.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <thread>
#include <vector>

namespace sluice {
namespace {

// A pool whose `starts` counts how often it asked for one more worker, of
// which `startable` are left.
struct Pool {
  explicit Pool(std::size_t workers, int startable_workers = 0)
      : startable(startable_workers), pool(workers, [this] {
          if (startable == 0) return false;
          --startable;
          ++starts;
          return true;
        }) {}

  int startable;
  int starts = 0;
  WorkPool<int> pool;
};

}  // namespace

TEST_CASE("sleepers are called before workers are started") {
  Pool test(4, 2);
  test.pool.parking().announce(3);
  CHECK(test.pool.spawn(std::array{1}));
  CHECK(test.starts == 0);
  CHECK(test.pool.parking().sleepers() == 0);
  CHECK(test.pool.spawn(std::array{2}));
  CHECK(test.starts == 1);
  CHECK(test.pool.call_workers(5) == 1);
  CHECK(test.starts == 2);
  CHECK(test.pool.call_workers(5) == 0);
  CHECK(test.pool.spawned() == 2);
}

TEST_CASE("a batch calls as many workers as it has tasks") {
  Pool test(8, 8);
  test.pool.parking().announce(0);
  test.pool.parking().announce(1);
  CHECK(test.pool.spawn(std::array{1, 2, 3, 4, 5}));
  CHECK(test.pool.parking().wakes() == 2);
  CHECK(test.starts == 3);
}

TEST_CASE("a take leaves the oldest task next in the own deque") {
  Pool test(2);
  CHECK(test.pool.spawn(std::array{1, 2, 3, 4, 5, 6, 7, 8}));
  std::array<int, 32> batch{};
  int task = 0;
  CHECK(test.pool.take_injected(1, task, batch) == 4);  // a half of 8
  CHECK(task == 1);
  CHECK_FALSE(test.pool.injector_empty());
  CHECK_FALSE(test.pool.deque_empty(1));
  for (const int expected : {2, 3, 4}) {
    REQUIRE(test.pool.pop(1, task));
    CHECK(task == expected);
  }
  CHECK(test.pool.deque_empty(1));
}

TEST_CASE("has_work sees the injector and every deque") {
  Pool test(3);
  WorkPool<int>& pool = test.pool;
  CHECK_FALSE(pool.has_work());
  CHECK(pool.spawn(std::array{1}));
  CHECK(pool.has_work());
  std::array<int, 4> batch{};
  int task = 0;
  CHECK(pool.take_injected(0, task, batch) == 1);
  CHECK_FALSE(pool.has_work());
  for (std::size_t id = 0; id < 3; ++id) {
    pool.push_local(id, 5);
    CHECK(pool.has_work());
    CHECK(pool.steal(id, task) == StealResult::kTaken);
    CHECK_FALSE(pool.has_work());
  }
  pool.push_global(6);
  CHECK(pool.has_work());
}

TEST_CASE("the pool stops with the last completion after it was closed") {
  Pool test(1);
  WorkPool<int>& pool = test.pool;
  CHECK(pool.spawn(std::array{1, 2}));
  pool.close();
  CHECK_FALSE(pool.spawn(std::array{3}));
  CHECK_FALSE(pool.stopping());
  pool.complete();
  CHECK_FALSE(pool.stopping());
  pool.parking().announce(0);
  std::thread waiter([&] { pool.wait_until_stopping(); });
  pool.complete();
  CHECK(pool.stopping());
  CHECK(pool.parking().sleepers() == 0);  // woken, to leave
  waiter.join();
  CHECK(pool.refused() == 1);
}

TEST_CASE("draining meets every queue and completes what it drops") {
  Pool test(2);
  WorkPool<int>& pool = test.pool;
  CHECK(pool.spawn(std::array{1, 2, 3}));
  pool.push_local(0, 4);
  pool.push_local(1, 5);
  pool.close();
  pool.stop();
  int sum = 0;
  CHECK(pool.drain([&](int task) { sum += task; }) == 5);
  CHECK(sum == 15);
  CHECK(pool.in_flight() == 0);
}

TEST_CASE(
    "a producer that was counted before the end but is late gets its "
    "tasks back") {
  Pool test(1);
  WorkPool<int>& pool = test.pool;
  // The gate stays open here: the producer passed it before it was closed.
  pool.stop();
  CHECK(pool.drain([](int) {}) == 0);
  CHECK_FALSE(pool.spawn(std::array{1, 2}));
  CHECK(pool.in_flight() == 0);
  CHECK(pool.refused() == 2);
  CHECK(pool.spawned() == 0);
}

}  // namespace sluice
