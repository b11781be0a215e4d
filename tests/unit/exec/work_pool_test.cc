#include "exec/work_pool.h"

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <exception>

namespace sluice::work_pool_test {

// A pool whose threads do nothing but note that they were started.
struct Pool {
  explicit Pool(std::size_t workers)
      : pool(workers, {.threads = {.run = [this](std::size_t) { ++starts; },
                                   .on_none = [](std::exception_ptr) {}},
                       .on_abandon = [this] {
                         ++abandons;
                         CHECK_FALSE(pool.stopping());
                         CHECK_FALSE(pool.is_accepting());
                       }}) {}
  ~Pool() { pool.threads().close_and_join(); }

  // The threads are started, and so count as searchers; now they do not.
  void start_all() {
    const std::size_t started = pool.call_workers(pool.workers());
    for (std::size_t i = 0; i < started; ++i) {
      (void)pool.parking().end_search();
    }
  }
  std::uint64_t finish() {
    sum = 0;
    pool.finish([this](int task) { sum += task; },
                [this](int job, std::uint64_t first, std::uint64_t end) {
                  sum += job * static_cast<int>(end - first);
                });
    return pool.dropped();
  }

  std::atomic<int> starts = 0;
  int abandons = 0;
  int sum = 0;  // of the tasks that finish() dropped
  WorkPool<int> pool;
};

TEST_CASE("sleepers are called before workers are started") {
  Pool test(4);
  test.pool.parking().begin_search();
  test.pool.parking().announce(3);
  CHECK(test.pool.spawn(std::array{1, 2, 3}));
  CHECK(test.pool.parking().wakes() == 1);
  CHECK(test.pool.parking().sleepers() == 0);
  CHECK(test.pool.threads().close_and_join() == 2);
  CHECK(test.starts == 2);
  CHECK(test.pool.queued() == 3);
}

TEST_CASE("nobody is called while enough workers search") {
  Pool test(4);
  CHECK(test.pool.call_workers(1) == 1);  // started, and a searcher from now
  CHECK(test.pool.parking().searchers() == 1);
  CHECK(test.pool.spawn(std::array{1}));
  CHECK(test.pool.call_workers(1) == 0);
  CHECK(test.pool.spawn(std::array{2, 3}));  // one more than search
  CHECK(test.pool.parking().searchers() == 2);
  CHECK(test.pool.parking().end_search() == false);
  CHECK(test.pool.parking().end_search() == true);
  CHECK(test.pool.call_workers(1) == 1);
  CHECK(test.pool.call_workers(9) == 1);  // no more than there are
  CHECK(test.pool.call_workers(9) == 0);
  CHECK(test.pool.threads().close_and_join() == 4);
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

TEST_CASE("has_work sees the injector, the board and every deque") {
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
    pool.count_inside(1);
    pool.push_local(id, 5);
    CHECK(pool.has_work());
    CHECK(pool.steal(id, task) == StealResult::kTaken);
    CHECK_FALSE(pool.has_work());
  }
  pool.count_inside(1);
  pool.push_global(6);
  CHECK(pool.has_work());
  CHECK(pool.take_injected(0, task, batch) == 1);
  for (const bool inside : {false, true}) {
    if (inside) {
      pool.count_inside(2);
      pool.post(7, 2);
    } else {
      CHECK(pool.spawn_job(7, 2));
    }
    CHECK(pool.has_work());
    CHECK(pool.claim_step()->step == 0);
    CHECK(pool.has_work());
    CHECK(pool.claim_step()->step == 1);
    CHECK_FALSE(pool.has_work());
    CHECK_FALSE(pool.claim_step());
  }
  CHECK(pool.in_flight() == 9);  // 1, three local ones, 6, two jobs of two
}

TEST_CASE("the pool stops with the last completion after it was closed") {
  Pool test(1);
  test.start_all();
  WorkPool<int>& pool = test.pool;
  CHECK(pool.spawn(std::array{1, 2}));
  CHECK(pool.spawn_job(5, 3));
  pool.close();
  CHECK_FALSE(pool.spawn(std::array{3}));
  CHECK_FALSE(pool.spawn_job(5, 4));
  CHECK_FALSE(pool.stopping());
  pool.complete(4);
  CHECK_FALSE(pool.stopping());
  pool.parking().begin_search();
  pool.parking().announce(0);
  pool.complete();
  CHECK(pool.stopping());
  CHECK(pool.parking().sleepers() == 0);  // woken, to leave
  CHECK(pool.refused() == 5);
  CHECK(pool.queued() == 5);
  CHECK(test.abandons == 0);
}

TEST_CASE("finishing meets every queue and completes what it drops") {
  Pool test(2);
  WorkPool<int>& pool = test.pool;
  CHECK(pool.spawn(std::array{1, 2, 3}));
  CHECK(pool.spawn_job(100, 3));
  CHECK(pool.claim_step());
  pool.complete();
  pool.count_inside(2);
  pool.push_local(0, 4);
  pool.push_local(1, 5);
  pool.abandon();
  pool.abandon();
  CHECK(test.abandons == 1);
  CHECK(test.finish() == 7);
  CHECK(test.sum == 215);
  CHECK(pool.in_flight() == 0);
}

TEST_CASE("nobody is told of an abandonment after the end") {
  Pool test(1);
  test.pool.close();
  CHECK(test.finish() == 0);
  test.pool.abandon();
  CHECK(test.abandons == 0);
}

TEST_CASE("late producers get their tasks back") {
  Pool test(1);
  test.pool.close();
  CHECK(test.finish() == 0);
  CHECK_FALSE(test.pool.spawn(std::array{1, 2}));
  CHECK_FALSE(test.pool.spawn_job(1, 3));
  CHECK(test.pool.in_flight() == 0);
  CHECK(test.pool.refused() == 5);
  CHECK(test.pool.queued() == 0);
}

}  // namespace sluice::work_pool_test
