#include "walk/ignored_by.h"

#include <doctest/doctest.h>
#include <fmt/core.h>

namespace sluice::ignored_by_test {

TEST_CASE("ignored by: the largest first, equal ones by name") {
  IgnoredBy by;
  by.add("b", 2);
  by.add("c", 1);
  by.add("a", 2);
  by.add("c", 4);
  const IgnoreFileCounts all = by.counts(3);
  REQUIRE(all.files.size() == 3);
  CHECK(all.files[0].file == "c");
  CHECK(all.files[0].count == 5);
  CHECK(all.files[1].file == "a");
  CHECK(all.files[2].file == "b");
  CHECK(all.rest.files == 0);
  const IgnoreFileCounts some = by.counts(1);
  CHECK(some.files.size() == 1);
  CHECK(some.rest.files == 2);
  CHECK(some.rest.count == 4);
}

TEST_CASE("ignored by: what is not kept is counted") {
  // Each count is larger than the one before, so that late ones stay.
  constexpr std::uint64_t kFiles = 3 * IgnoredBy::kMaxKept;
  IgnoredBy by;
  for (std::uint64_t i = 1; i <= kFiles; ++i) by.add(fmt::format("{}", i), i);
  const IgnoreFileCounts all = by.counts(IgnoredBy::kMaxKept);
  CHECK(all.files.size() <= IgnoredBy::kMaxKept);
  CHECK(all.files.front().count == kFiles);
  std::uint64_t count = all.rest.count;
  for (const IgnoreFileCounts::One& one : all.files) count += one.count;
  CHECK(count == kFiles * (kFiles + 1) / 2);
  CHECK(all.files.size() + all.rest.files == kFiles);
}

TEST_CASE("ignored by: as many as may be are all kept") {
  IgnoredBy by;
  for (std::size_t i = 0; i < IgnoredBy::kMaxKept; ++i)
    by.add(fmt::format("{}", i), 1);
  CHECK(by.counts(IgnoredBy::kMaxKept).files.size() == IgnoredBy::kMaxKept);
}

}  // namespace sluice::ignored_by_test
