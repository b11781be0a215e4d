#include "report/merge/spool.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "unit/report/sample.h"

namespace sluice::spool_test {

using test::Random;

struct Expected {
  std::uint64_t number;
  std::size_t run;
  std::string text;
};

// Makes `runs` runs of at most `most` records each, and the expected output.
std::pair<std::unique_ptr<Spool>, std::vector<Expected>> filled(
    std::size_t runs, std::size_t most, std::size_t size) {
  Random random(static_cast<std::uint32_t>(runs));
  auto spool = std::make_unique<Spool>();
  std::vector<Expected> all;
  for (std::size_t run = 0; run < runs; ++run) {
    spool->begin_run();
    std::uint64_t number = 0;
    for (std::size_t count = random.below(most + 1); count > 0; --count) {
      number += random.below(3);
      std::string text =
          random.bytes(random.below(12)) + std::string(size, 'x');
      REQUIRE(spool->add(number, text));
      all.push_back({number, run, std::move(text)});
    }
  }
  std::ranges::stable_sort(all, {}, [](const Expected& one) {
    return std::pair(one.number, one.run);
  });
  return {std::move(spool), std::move(all)};
}

void check_merged(std::size_t runs, std::size_t most, std::size_t size) {
  auto [spool, expected] = filled(runs, most, size);
  Result<MergedRuns> merged = MergedRuns::begin(std::move(spool));
  REQUIRE(merged);
  for (const Expected& one : expected) {
    const auto record = merged->next();
    REQUIRE(record);
    REQUIRE(record->has_value());
    REQUIRE((*record)->number == one.number);
    REQUIRE((*record)->text == one.text);
  }
  const auto end = merged->next();
  REQUIRE(end);
  CHECK_FALSE(end->has_value());
}

TEST_CASE(
    "runs come together by their numbers, equal ones in the order given") {
  check_merged(0, 5, 0);
  check_merged(1, 5, 0);
  check_merged(2, 40, 0);
  check_merged(37, 20, 0);
}

TEST_CASE("more runs than are read at once") {
  check_merged(MergedRuns::kRunsAtOnce, 3, 0);
  check_merged(MergedRuns::kRunsAtOnce + 1, 3, 0);
  check_merged(3 * MergedRuns::kRunsAtOnce + 5, 3, 0);
}

TEST_CASE("more than memory should hold") {
  check_merged(5, 40, Spool::kInMemory / 60);
  check_merged(1, 3, 2 * Spool::kInMemory);
}

}  // namespace sluice::spool_test
