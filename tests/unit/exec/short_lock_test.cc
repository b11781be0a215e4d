#include "exec/short_lock.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace sluice::short_lock_test {

TEST_CASE("one at a time, and what was written inside is seen") {
  ShortLock<> lock;
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 20'000; ++n) {
        const std::lock_guard guard(lock);
        REQUIRE(first == second);
        ++first;
        // The holder is held up at times.
        if (n % 1000 == 0) std::this_thread::yield();
        ++second;
      }
    });
  }
  threads.clear();
  CHECK(first == 80'000);
  CHECK(second == 80'000);
}

}  // namespace sluice::short_lock_test
