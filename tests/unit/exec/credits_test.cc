#include "exec/credits.h"

#include <doctest/doctest.h>

#include <cstdint>

#include "exec/rng.h"
#include "support/effort.h"

namespace sluice::credits_test {

TEST_CASE("the word never counts too few, and settles to the truth") {
  for (const std::uint32_t seed : test::seeds(50, 500, 1)) {
    Rng rng(seed);
    Credits credits;
    std::uint64_t word = 100;  // the count of the state word
    std::uint64_t truth = 100;
    std::uint64_t calls = 0;
    for (std::uint32_t i = 0; i < 2'000; ++i) {
      // Long runs of completions, and of spawns, and everything between.
      const bool spawns = truth < 2 || rng.below(100) < (i / 200 % 5) * 25;
      const std::uint64_t change = spawns ? credits.spend() : credits.earn();
      calls += change > 0 ? 1 : 0;
      word = spawns ? word + change : word - change;
      truth = spawns ? truth + 1 : truth - 1;
      REQUIRE(word >= truth);
      REQUIRE(word < truth + 128);
      if (rng.below(300) == 0) {
        word -= credits.settle();
        REQUIRE(word == truth);
      }
    }
    CHECK(calls < 2'000 / 20);
    word -= credits.settle();
    CHECK(word == truth);
    CHECK(credits.settle() == 0);
  }
}

}  // namespace sluice::credits_test
