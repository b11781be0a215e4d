#include "exec/metrics.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <set>
#include <string_view>

namespace sluice::metrics_test {

TEST_CASE("adding up reaches every counter") {
  WorkerMetrics a;
  WorkerMetrics b;
  std::uint64_t number = 1;
  for (const WorkerCounter& counter : kWorkerCounters) {
    a.*counter.value = number;
    b.*counter.value = 100 * number;
    ++number;
  }
  a += b;
  number = 1;
  for (const WorkerCounter& counter : kWorkerCounters) {
    CHECK(a.*counter.value == 101 * number);
    ++number;
  }
}

TEST_CASE("counters have names of their own") {
  std::set<std::string_view> names;
  for (const WorkerCounter& counter : kWorkerCounters) {
    names.insert(counter.name);
  }
  CHECK(names.size() == kWorkerCounters.size());
}

}  // namespace sluice::metrics_test
