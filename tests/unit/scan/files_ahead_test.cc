#include "scan/run/files_ahead.h"

#include <doctest/doctest.h>

#include <atomic>
#include <cerrno>
#include <memory>
#include <string>

#include "scan/run/scanner.h"
#include "support/fake_ahead.h"
#include "support/fake_fs.h"
#include "support/load.h"
#include "support/recording_sink.h"

namespace sluice::files_ahead_test {

std::unique_ptr<Engine> token_engine() {
  return engine_of(
      rules_from("[[rules]]\nid = \"token\"\nregex = 'tok_[0-9a-f]{4}'\n"));
}

// 2,500 files, of which some cannot be opened, or read, or to their end.
void plant(FakeFs& fs) {
  for (int i = 0; i < 2500; ++i) {
    FakeFs::Node& node =
        fs.file("d" + std::to_string(i % 30) + "/f" + std::to_string(i),
                std::string(static_cast<std::size_t>(i % 7) * 400, 'x') +
                    (i % 3 == 0 ? "\ntok_12ab\n" : "\nclean\n"));
    if (i % 100 == 1) node.open_fails = EACCES;
    if (i % 100 == 2) node.read_fails = EIO;
    if (i % 100 == 3) {
      node.read_fails = EIO;
      node.bytes_before_failure = 300;
    }
  }
}

struct Scan {
  FactSink sink;
  ScanStats stats;
};

Scan scanned(const FakeFs& fs, const Engine& engine, unsigned workers,
             IoMode io) {
  const Judge judge(engine.rules());
  Scan result;
  const auto outcome =
      scan(fs, engine, judge, {.paths = {"."}, .workers = workers, .io = io},
           {}, result.sink);
  REQUIRE(outcome.has_value());
  result.stats = outcome->stats;
  CHECK(fs.open_files() == 0);
  return result;
}

TEST_CASE("files ahead: the same report, whatever the kernel does") {
  const std::unique_ptr<Engine> engine = token_engine();
  FakeFs fs;
  plant(fs);
  const Scan plain = scanned(fs, *engine, 1, IoMode::kBlocking);
  CHECK(plain.sink.incomplete.size() > 50);
  CHECK(plain.stats.io.ahead == 0);
  std::atomic<unsigned> seed{1};
  for (const FakeAhead::Faults& faults :
       {FakeAhead::Faults{}, FakeAhead::Faults{.unopened_in = 3},
        FakeAhead::Faults{.unread_in = 3}, FakeAhead::Faults{.short_in = 2},
        FakeAhead::Faults{2, 2, 2}}) {
    fs.ahead = [&](const FakeFs& of) {
      return std::make_unique<FakeAhead>(of, ++seed, faults);
    };
    for (const unsigned workers : {1U, 3U}) {
      const Scan ahead = scanned(fs, *engine, workers, IoMode::kUring);
      CHECK((ahead.sink == plain.sink));
      CHECK(ahead.stats.io.ahead == 2500);
      CHECK(ahead.stats.executor.total.held == 2500);
    }
  }
}

TEST_CASE("files ahead: without a ring the files are read all the same") {
  const std::unique_ptr<Engine> engine = token_engine();
  FakeFs fs;
  plant(fs);
  const Scan plain = scanned(fs, *engine, 1, IoMode::kBlocking);
  const Scan refused = scanned(fs, *engine, 2, IoMode::kUring);
  CHECK((refused.sink == plain.sink));
  CHECK(refused.stats.io.ahead == 0);
  CHECK(refused.stats.io.refused == "Function not implemented");
}

TEST_CASE("files ahead: a ring that breaks is done without") {
  const std::unique_ptr<Engine> engine = token_engine();
  FakeFs fs;
  plant(fs);
  const Scan plain = scanned(fs, *engine, 1, IoMode::kBlocking);
  for (const unsigned most : {1U, 7U, 300U}) {
    fs.ahead = [&](const FakeFs& of) {
      return std::make_unique<FakeAhead>(
          of, 1, FakeAhead::Faults{.breaks_after = most});
    };
    const Scan broken = scanned(fs, *engine, 1, IoMode::kUring);
    CHECK((broken.sink == plain.sink));
    CHECK(broken.stats.io.ahead == most);
    CHECK(broken.stats.io.plain == 2500 - most);
    CHECK(broken.stats.io.refused == "the kernel no longer answers");
  }
}

TEST_CASE("files ahead: auto asks ahead while it has to wait, no longer") {
  const std::unique_ptr<Engine> engine = token_engine();
  FakeFs fs;
  std::vector<FakeFs::Node*> nodes;
  for (int i = 10'000; i < 13'000; ++i)
    nodes.push_back(&fs.file("f" + std::to_string(i), "tok_12ab\n"));
  std::atomic<int> rings{0};
  bool waits = true;
  fs.ahead = [&](const FakeFs& of) {
    ++rings;
    return std::make_unique<FakeAhead>(of, 1,
                                       FakeAhead::Faults{.waits = waits});
  };
  CHECK(scanned(fs, *engine, 1, IoMode::kAuto).stats.io.ahead == 0);
  CHECK(rings == 0);  // all of it was in memory
  nodes[500]->cached = false;
  const IoTally once = [&] {
    waits = false;
    return scanned(fs, *engine, 1, IoMode::kAuto).stats.io;
  }();
  CHECK(rings == 1);
  CHECK(once.ahead == 256);
  CHECK(once.plain == 3000 - 256);
  CHECK(once.waited == 1);
  waits = true;
  const IoTally cold = scanned(fs, *engine, 1, IoMode::kAuto).stats.io;
  CHECK(cold.plain == 501);
  CHECK(cold.ahead == 3000 - 501);
}

TEST_CASE("files ahead: a scan that is given up leaves nothing open") {
  class Failing final : public FindingSink {
   public:
    Result<void> begin(const ToolInfo&) override { return {}; }
    Result<void> file(const FileReport&) override {
      return tl::unexpected<Error>(Error{ErrorCode::kIo, "full", ENOSPC});
    }
    Result<void> end(const Coverage&) override { return {}; }
  };
  const std::unique_ptr<Engine> engine = token_engine();
  const Judge judge(engine->rules());
  FakeFs fs;
  plant(fs);
  fs.ahead = [&](const FakeFs& of) {
    return std::make_unique<FakeAhead>(of, 1, FakeAhead::Faults{});
  };
  for (int round = 0; round < 10; ++round) {
    Failing sink;
    const auto outcome =
        scan(fs, *engine, judge,
             {.paths = {"."}, .workers = 3, .io = IoMode::kUring}, {}, sink);
    REQUIRE_FALSE(outcome.has_value());
    CHECK(fs.open_files() == 0);
  }
}

}  // namespace sluice::files_ahead_test
