#include "exec/rng.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <set>

namespace sluice::rng_test {

TEST_CASE("the same seed and stream repeat, others differ at once") {
  Rng a(7);
  Rng b(7);
  for (int i = 0; i < 1000; ++i) REQUIRE(a.next() == b.next());

  std::set<std::uint64_t> first;
  for (std::uint64_t stream = 0; stream < 1000; ++stream) {
    first.insert(Rng(7, stream).next());
    first.insert(Rng(stream + 1000).next());
  }
  CHECK(first.size() == 2000);
}

TEST_CASE("no seed stands still at zero") {
  // 0 - stream * golden ratio makes the mixed value zero for stream 0.
  Rng rng(0u - 0x9E3779B97F4A7C15u);
  CHECK(rng.next() != 0);
  CHECK(rng.next() != rng.next());
}

TEST_CASE("below stays below its bound and meets every number alike") {
  Rng rng(1);
  CHECK(rng.below(0) == 0);
  CHECK(rng.below(1) == 0);
  constexpr std::uint32_t kBound = 7;
  constexpr int kRounds = 70'000;
  std::array<int, kBound> hits{};
  for (int i = 0; i < kRounds; ++i) {
    const std::uint32_t number = rng.below(kBound);
    REQUIRE(number < kBound);
    ++hits[number];
  }
  // Six standard deviations of a fair die are about 560.
  for (const int count : hits) {
    CHECK(count > 9'400);
    CHECK(count < 10'600);
  }
}

}  // namespace sluice::rng_test
