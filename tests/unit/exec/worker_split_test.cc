#include "exec/worker_env.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <utility>

namespace sluice::worker_split_test {

// The function that worker_env.h follows, as in its source: the numbers of
// main and of reserve workers.
constexpr std::pair<std::size_t, std::size_t> split(std::size_t total) {
  std::size_t main = (total * 85 + 99) / 100;
  if (main == 0) main = 1;
  if (main >= total) main = total - 1;
  std::size_t reserve = total - main;
  if (reserve == 0) {
    reserve = 1;
    if (main > 1) --main;
  }
  return {main, reserve};
}

static_assert(reserve_workers(0) == 0);
static_assert(reserve_workers(1) == 0);
static_assert(reserve_workers(2) == 1);
static_assert(reserve_workers(4) == 1);
static_assert(reserve_workers(7) == 1);
static_assert(reserve_workers(8) == 1);
static_assert(reserve_workers(16) == 2);
static_assert(reserve_workers(32) == 4);
static_assert(reserve_workers(100) == 15);

TEST_CASE("the split of workers is that of its source, from two workers on") {
  for (std::size_t workers = 2; workers <= 5000; ++workers) {
    CHECK(reserve_workers(workers) == split(workers).second);
    CHECK(workers - reserve_workers(workers) == split(workers).first);
  }
}

TEST_CASE("at least one worker looks for ordinary tasks first") {
  for (std::size_t workers = 1; workers <= 5000; ++workers) {
    CHECK(reserve_workers(workers) < workers);
  }
  CHECK(split(1) == std::pair<std::size_t, std::size_t>{0, 1});  // not ours
}

}  // namespace sluice::worker_split_test
