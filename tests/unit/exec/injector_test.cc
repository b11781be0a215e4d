#include "exec/injector.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "exec/rng.h"
#include "support/effort.h"

namespace sluice::injector_test {

TEST_CASE("a taker gets its share, rounded up, and no more than it holds") {
  Injector<int> injector;
  std::array<int, 4> out{};
  CHECK(injector.empty());
  CHECK(injector.take(out, 1) == 0);
  const std::vector<int> tasks = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  REQUIRE(injector.push(tasks));
  CHECK_FALSE(injector.empty());
  CHECK(injector.take(out, 3) == 3);  // 9 / 3
  CHECK(out[0] == 1);
  CHECK(out[2] == 3);
  CHECK(injector.take(out, 1) == 4);  // 6, but room for 4
  CHECK(out[3] == 7);
  CHECK(injector.take(out, 64) == 1);  // a share of less than one is one
  CHECK(injector.take(out, 2) == 1);
  CHECK(out[0] == 9);
  CHECK(injector.empty());
}

TEST_CASE("a closed injector refuses but can be emptied") {
  Injector<int> injector;
  REQUIRE(injector.push(std::vector<int>{1, 2}));
  injector.close();
  CHECK_FALSE(injector.push(std::vector<int>{3}));
  std::array<int, 8> out{};
  CHECK(injector.take(out, 1) == 2);
  CHECK(injector.empty());
}

TEST_CASE("random batches keep the order of a queue") {
  for (const std::uint32_t seed : test::seeds(100, 1000)) {
    Rng rng(seed);
    Injector<std::uint64_t> injector;
    std::deque<std::uint64_t> model;
    std::uint64_t next = 0;
    for (int i = 0; i < 200; ++i) {
      if (rng.below(2) == 0) {
        std::vector<std::uint64_t> batch(rng.below(40));
        for (std::uint64_t& task : batch) {
          task = next++;
          model.push_back(task);
        }
        REQUIRE(injector.push(batch));
      } else {
        std::array<std::uint64_t, 32> out{};
        const std::size_t taken = injector.take(out, 1 + rng.below(4));
        REQUIRE((taken > 0) == !model.empty());
        for (std::size_t k = 0; k < taken; ++k) {
          REQUIRE(out[k] == model.front());
          model.pop_front();
        }
      }
      REQUIRE(injector.empty() == model.empty());
    }
  }
}

}  // namespace sluice::injector_test
