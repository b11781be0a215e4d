#include "scan/order/ordered_reports.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "finding/size.h"
#include "support/effort.h"

namespace sluice::ordered_reports_test {

// Records the paths in the order in which they come.
class Recorder final : public FindingSink {
 public:
  Result<void> begin(const ToolInfo&) override { return {}; }
  Result<void> end(const Coverage&) override { return {}; }
  Result<void> file(const FileReport& report) override {
    CHECK_FALSE(inside_.exchange(true));  // one writer at a time
    paths.push_back(report.location.text());
    inside_ = false;
    if (paths.size() == fail_at)
      return tl::unexpected<Error>(Error{ErrorCode::kIo, "full", ENOSPC});
    return {};
  }

  std::vector<std::string> paths;
  std::size_t fail_at = 0;

 private:
  std::atomic<bool> inside_{false};
};

std::unique_ptr<FileReport> report_of(std::uint64_t sequence) {
  auto report = std::make_unique<FileReport>();
  report->location = std::to_string(sequence);
  report->incomplete = sequence % 5 == 0 ? "gone" : "";
  report->findings.resize(sequence % 3 == 0 ? 1 : 0);
  return report;
}

constexpr std::uint64_t kRoom = 1 << 20;

// All of the file, in one part.
void tell(OrderedReports& reports, std::uint64_t sequence) {
  REQUIRE(reports.put(sequence, report_of(sequence)));
  REQUIRE_FALSE(reports.complete(sequence).has_value());
}

TEST_CASE("ordered reports: any order in, the walk's order out") {
  std::mt19937 random(test::seed(19));
  Recorder sink;
  Budget budget(64);
  OrderedReports reports(64, kRoom, sink, [] {});
  std::vector<std::uint64_t> open;
  std::uint64_t next = 0;
  while (next < 5000 || !open.empty()) {
    if (next < 5000 && open.size() < 64 && random() % 3 != 0) {
      // With 64 in flight the walker would wait here.
      std::optional<Permit> permit = budget.try_acquire();
      if (permit) {
        CHECK(reports.expect(std::move(*permit)) == next);
        open.push_back(next++);
        continue;
      }
    }
    if (open.empty()) continue;
    const std::size_t pick = random() % open.size();
    tell(reports, open[pick]);
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(pick));
  }
  const OrderedReports::Outcome outcome = reports.finish(false);
  REQUIRE(sink.paths.size() == 5000);
  for (std::size_t i = 0; i < sink.paths.size(); ++i)
    REQUIRE(sink.paths[i] == std::to_string(i));
  CHECK(outcome.found);
  CHECK(outcome.incomplete.size() == 1000);
  CHECK(outcome.incomplete[1].location.path == "5");
  CHECK(budget.in_use() == 0);
}

TEST_CASE("ordered reports: completed by many threads, none is left behind") {
  constexpr std::uint64_t kFiles = 20'000;
  Recorder sink;
  Budget budget(32);
  OrderedReports reports(32, kRoom, sink, [] {});
  std::mutex mutex;
  std::vector<std::uint64_t> open;
  std::atomic<std::uint64_t> left{kFiles};
  const auto work = [&](unsigned seed) {
    std::mt19937 random(seed);
    while (left.load() > 0) {
      std::uint64_t sequence;
      {
        const std::lock_guard lock(mutex);
        if (open.empty()) continue;
        const std::size_t pick = random() % open.size();
        sequence = open[pick];
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(pick));
      }
      tell(reports, sequence);
      left.fetch_sub(1);
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < 3; ++i) threads.emplace_back(work, i);
  for (std::uint64_t i = 0; i < kFiles; ++i) {
    std::optional<Permit> permit = budget.acquire();
    REQUIRE(permit.has_value());
    const std::uint64_t sequence = reports.expect(std::move(*permit));
    const std::lock_guard lock(mutex);
    open.push_back(sequence);
  }
  for (std::thread& thread : threads) thread.join();
  reports.finish(false);
  REQUIRE(sink.paths.size() == kFiles);
  for (std::size_t i = 0; i < kFiles; ++i)
    REQUIRE(sink.paths[i] == std::to_string(i));
}

TEST_CASE("ordered reports: without room a file waits for its turn") {
  Recorder sink;
  Budget budget(8);
  const auto part = [](const char* path) {
    auto report = std::make_unique<FileReport>();
    report->location = path;
    report->findings.resize(1);
    return report;
  };
  const std::uint64_t room = size_of(*part("1")) * 3 / 2;
  OrderedReports reports(8, room, sink, [] {});
  for (int i = 0; i < 4; ++i)
    (void)reports.expect(std::move(*budget.acquire()));
  CHECK(reports.put(1, part("1a")));
  // The second part finds none; the first is forgotten, for both come again.
  CHECK_FALSE(reports.put(1, part("1b")));
  CHECK_FALSE(reports.defer({.sequence = 1}));
  CHECK(reports.put(2, part("2")));
  CHECK_FALSE(reports.complete(2));
  CHECK_FALSE(reports.put(3, part("3")));
  CHECK_FALSE(reports.defer({.sequence = 3}));
  // The first has its turn from the beginning, and needs no room.
  CHECK(reports.has_turn(0));
  CHECK(reports.put(0, part("0a")));
  CHECK(sink.paths == std::vector<std::string>{"0a"});
  CHECK(reports.put(0, part("0b")));
  std::optional<FileTask> due = reports.complete(0);
  REQUIRE(due);
  CHECK(due->sequence == 1);
  CHECK(reports.has_turn(1));
  CHECK(reports.put(1, part("1a")));
  CHECK(reports.put(1, part("1b")));
  due = reports.complete(1);
  REQUIRE(due);
  CHECK(due->sequence == 3);
  CHECK(reports.put(3, part("3")));
  CHECK_FALSE(reports.complete(3));
  const OrderedReports::Outcome outcome = reports.finish(false);
  CHECK(sink.paths ==
        std::vector<std::string>{"0a", "0b", "1a", "1b", "2", "3"});
  CHECK(outcome.deferred == 2);
  CHECK(outcome.most_room > 0);
  CHECK(outcome.most_room <= room);
  CHECK(budget.in_use() == 0);
}

TEST_CASE("ordered reports: a file that defers itself is told once") {
  Recorder sink;
  Budget budget(8);
  OrderedReports reports(8, kRoom, sink, [] {});
  for (int i = 0; i < 2; ++i) reports.expect(std::move(*budget.acquire()));
  const auto part = [](const char* path) {
    auto report = std::make_unique<FileReport>();
    report->location = path;
    report->findings.resize(1);
    return report;
  };
  // There was room for the first part; the file found that it holds too much.
  CHECK(reports.put(1, part("1a")));
  CHECK_FALSE(reports.defer({.sequence = 1}));
  CHECK(reports.put(0, part("0")));
  const std::optional<FileTask> due = reports.complete(0);
  REQUIRE(due);
  CHECK(due->sequence == 1);
  CHECK(reports.put(1, part("1a")));
  CHECK(reports.put(1, part("1b")));
  CHECK_FALSE(reports.complete(1));
  (void)reports.finish(false);
  CHECK(sink.paths == std::vector<std::string>{"0", "1a", "1b"});
  CHECK(budget.in_use() == 0);
}

TEST_CASE("ordered reports: many threads, hardly any room") {
  constexpr std::uint64_t kFiles = 5'000;
  Recorder sink;
  Budget budget(16);
  OrderedReports reports(16, 2000, sink, [] {});
  std::mutex mutex;
  std::vector<FileTask> open;
  std::atomic<std::uint64_t> left{kFiles};
  const auto work = [&](unsigned seed) {
    std::mt19937 random(seed);
    std::optional<FileTask> due;
    while (left.load() > 0) {
      FileTask task;
      if (due) {
        task = *due;
      } else {
        const std::lock_guard lock(mutex);
        if (open.empty()) continue;
        const std::size_t pick = random() % open.size();
        task = open[pick];
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(pick));
      }
      if (reports.put(task.sequence, report_of(task.sequence))) {
        due = reports.complete(task.sequence);
        left.fetch_sub(1);
      } else {
        due = reports.defer(task);
      }
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < 3; ++i) threads.emplace_back(work, i);
  for (std::uint64_t i = 0; i < kFiles; ++i) {
    std::optional<Permit> permit = budget.acquire();
    REQUIRE(permit.has_value());
    const std::uint64_t sequence = reports.expect(std::move(*permit));
    const std::lock_guard lock(mutex);
    open.push_back({.sequence = sequence});
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(reports.finish(false).deferred > 0);
  REQUIRE(sink.paths.size() == kFiles);
  for (std::size_t i = 0; i < kFiles; ++i)
    REQUIRE(sink.paths[i] == std::to_string(i));
}

TEST_CASE("ordered reports: after the sink failed the rest is drained") {
  Recorder sink;
  sink.fail_at = 3;
  int failures = 0;
  Budget budget(8);
  OrderedReports reports(8, kRoom, sink, [&] { ++failures; });
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t sequence = reports.expect(std::move(*budget.acquire()));
    tell(reports, sequence);
  }
  const OrderedReports::Outcome outcome = reports.finish(false);
  CHECK(sink.paths.size() == 3);
  CHECK(failures == 1);
  REQUIRE(outcome.failure.has_value());
  CHECK(outcome.failure->sys_errno == ENOSPC);
  CHECK(budget.in_use() == 0);
}

}  // namespace sluice::ordered_reports_test
