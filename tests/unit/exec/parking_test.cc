#include "exec/parking.h"

#include <doctest/doctest.h>

#include <atomic>
#include <thread>

namespace sluice::parking_test {

// Worker `id` searches, finds nothing and is about to sleep.
void go_to_sleep(Parking<>& parking, std::size_t id) {
  parking.begin_search();
  parking.announce(id);
}

TEST_CASE("nobody sleeps, nobody is woken") {
  Parking<> parking(2);
  CHECK(parking.sleepers() == 0);
  CHECK_FALSE(parking.wake_one());
  parking.wake_all();
  CHECK(parking.wakes() == 0);
}

TEST_CASE("the last to announce itself is woken first, and by name") {
  Parking<> parking(3);
  go_to_sleep(parking, 2);
  go_to_sleep(parking, 0);
  go_to_sleep(parking, 1);
  CHECK(parking.sleepers() == 3);
  CHECK(parking.wake_one());
  parking.sleep(1);  // returns at once: the wake was for 1
  CHECK(parking.wake_one());
  parking.sleep(0);
  CHECK(parking.sleepers() == 1);
  parking.retract(2);
  CHECK(parking.sleepers() == 0);
  CHECK_FALSE(parking.wake_one());
  CHECK(parking.wakes() == 2);
}

TEST_CASE("retracting after a wake is fine and leaves no stale wake") {
  Parking<> parking(2);
  go_to_sleep(parking, 0);
  CHECK(parking.wake_one());
  parking.retract(0);
  go_to_sleep(parking, 0);
  CHECK(parking.sleepers() == 1);
  std::atomic<bool> awake = false;
  std::thread sleeper([&] {
    parking.sleep(0);
    CHECK(awake.load());
  });
  awake.store(true);
  CHECK(parking.wake_one());
  sleeper.join();
}

TEST_CASE("wake_all reaches everyone") {
  Parking<> parking(3);
  std::atomic<int> woken = 0;
  std::vector<std::thread> threads;
  for (std::size_t id = 0; id < 3; ++id) {
    go_to_sleep(parking, id);
    threads.emplace_back([&, id] {
      parking.sleep(id);
      ++woken;
    });
  }
  parking.wake_all();
  for (std::thread& thread : threads) thread.join();
  CHECK(woken == 3);
  CHECK(parking.wakes() == 3);
}

TEST_CASE("searchers are those that look, and those that were woken to") {
  Parking<> parking(3);
  CHECK(parking.searchers() == 0);
  parking.begin_search();
  parking.begin_search();
  CHECK(parking.searchers() == 2);
  parking.announce(0);
  CHECK(parking.searchers() == 1);
  parking.retract(0);
  CHECK(parking.searchers() == 2);
  CHECK_FALSE(parking.end_search());
  CHECK(parking.end_search());
  go_to_sleep(parking, 0);
  go_to_sleep(parking, 1);
  CHECK(parking.searchers() == 0);
  CHECK(parking.wake_one());
  CHECK(parking.searchers() == 1);  // from the wake, not from waking up
  parking.sleep(1);
  CHECK(parking.searchers() == 1);
  CHECK(parking.wake_one());
  parking.retract(0);  // woken before it could: counted once
  CHECK(parking.searchers() == 2);
}

}  // namespace sluice::parking_test
