#include "history/batches.h"

#include <doctest/doctest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace sluice::batches_test {

struct Nothing {};

TEST_CASE("batches: each item once, for any number of workers") {
  for (const std::size_t count : {0U, 1U, 9U, 10U, 11U, 1000U}) {
    for (const unsigned workers : {1U, 3U}) {
      std::vector<std::atomic<int>> seen(count);
      std::atomic<bool> is_too_large = false;
      const Result<void> ran = run_batches<Nothing>(
          count, 10, workers, [](std::size_t) { return Nothing(); },
          [&](ItemRange range, Nothing&) {
            if (range.end - range.begin > 10) is_too_large = true;
            for (std::size_t i = range.begin; i < range.end; ++i) ++seen[i];
          });
      CHECK(ran.has_value());
      CHECK_FALSE(is_too_large);
      for (const std::atomic<int>& times : seen) CHECK(times == 1);
    }
  }
}

TEST_CASE("batches: what a worker throws is an error") {
  const auto throwing = [](auto thrown) {
    return run_batches<Nothing>(
        5, 1, 2, [](std::size_t) { return Nothing(); },
        [&](ItemRange, Nothing&) { throw thrown; });
  };
  const Result<void> memory = throwing(std::bad_alloc());
  REQUIRE_FALSE(memory.has_value());
  CHECK(memory.error().message == "out of memory");
  const Result<void> other = throwing(std::runtime_error("broken"));
  REQUIRE_FALSE(other.has_value());
  CHECK(other.error().message == "broken");
}

}  // namespace sluice::batches_test
