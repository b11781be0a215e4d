#include "scan/run/scanner.h"

#include <doctest/doctest.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

#include "support/fake_fs.h"
#include "support/load.h"
#include "support/passing_fs.h"

namespace sluice::scanner_test {

class Recorder final : public FindingSink {
 public:
  Result<void> begin(const ToolInfo&) override { return {}; }
  Result<void> file(const FileReport& report) override {
    for (const Finding& finding : report.findings)
      found.push_back(report.location.text() + ":" +
                      std::to_string(finding.start.line));
    if (fails && found.size() >= 3)
      return tl::unexpected<Error>(Error{ErrorCode::kIo, "closed", EPIPE});
    return {};
  }
  Result<void> end(const Coverage& given) override {
    coverage = given;
    ++ends;
    return {};
  }

  std::vector<std::string> found;
  Coverage coverage;
  int ends = 0;
  bool fails = false;
};

std::unique_ptr<Engine> token_engine() {
  return engine_of(
      rules_from("[[rules]]\nid = \"token\"\nregex = 'tok_[0-9a-f]{4}'\n"));
}

Result<ScanOutcome> run(const FakeFs& fs, const Engine& engine,
                        unsigned workers, Recorder& sink,
                        std::vector<std::string> paths = {"."}) {
  const Judge judge(engine.rules());
  return scan(fs, engine, judge,
              {.paths = std::move(paths), .workers = workers}, {}, sink);
}

// 3,000 files in 30 directories, more than the budget holds; each third file
// has a token, and some cannot be read.
void plant(FakeFs& fs) {
  for (int i = 0; i < 3000; ++i) {
    FakeFs::Node& node =
        fs.file("d" + std::to_string(i % 30) + "/f" + std::to_string(i),
                i % 3 == 0 ? "x\ntok_12ab\n" : "clean\n");
    if (i % 100 == 1) node.open_fails = EACCES;
  }
}

class Flag {
 public:
  void set() {
    const std::lock_guard lock(mutex_);
    set_ = true;
    changed_.notify_all();
  }
  // False after a time in which it comes unless the test fails.
  bool wait() {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(20),
                             [&] { return set_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool set_ = false;
};

// Opening "a" ends when the walk has come to directory "c", and reading that
// when "b" was opened.
class SlowDirectory final : public PassingFs {
 public:
  using PassingFs::PassingFs;

  Result<OpenedFile> open_below(int root, const std::string& path,
                                Links links) const override {
    if (path == "a") met_ = reached_.wait() && met_;
    if (path == "b") opened_.set();
    return PassingFs::open_below(root, path, links);
  }
  Result<int> open_directory(int at, const std::string& path,
                             Links links) const override {
    if (path == "c") {
      reached_.set();
      met_ = opened_.wait() && met_;
    }
    return PassingFs::open_directory(at, path, links);
  }
  bool met() const { return met_; }

 private:
  mutable Flag reached_, opened_;
  mutable std::atomic<bool> met_ = true;
};

TEST_CASE("scanner: the same report for any number of workers") {
  FakeFs fs;
  plant(fs);
  const std::unique_ptr<Engine> engine = token_engine();
  Recorder one;
  const Result<ScanOutcome> first = run(fs, *engine, 1, one);
  REQUIRE(first.has_value());
  CHECK(first->found);
  CHECK_FALSE(first->complete);
  CHECK(one.found.size() == 990);  // ten of the 30 had a token
  CHECK(one.found[0] == "d0/f0:2");
  CHECK(one.coverage.files_scanned == 2970);
  CHECK(one.coverage.incomplete.size() == 30);
  CHECK(one.ends == 1);
  for (const unsigned workers : {2U, 3U, 8U}) {
    Recorder many;
    REQUIRE(run(fs, *engine, workers, many).has_value());
    CHECK(many.found == one.found);
    CHECK(many.coverage.files_scanned == one.coverage.files_scanned);
    CHECK(many.coverage.bytes_scanned == one.coverage.bytes_scanned);
    REQUIRE(many.coverage.incomplete.size() == 30);
    for (std::size_t i = 0; i < 30; ++i)
      CHECK(many.coverage.incomplete[i].location ==
            one.coverage.incomplete[i].location);
  }
  CHECK(fs.open_files() == 0);
}

TEST_CASE("scanner: a sink that fails stops the walk and is reported") {
  FakeFs fs;
  plant(fs);
  const std::unique_ptr<Engine> engine = token_engine();
  for (int round = 0; round < 20; ++round) {
    Recorder sink;
    sink.fails = true;
    const Result<ScanOutcome> outcome = run(fs, *engine, 3, sink);
    REQUIRE_FALSE(outcome.has_value());
    CHECK(outcome.error().sys_errno == EPIPE);
    CHECK(sink.found.size() == 3);
    CHECK(sink.ends == 0);
  }
  CHECK(fs.open_files() == 0);
}

TEST_CASE("scanner: what is queued when a sink fails is not scanned") {
  FakeFs fs;
  for (int i = 0; i < 900; ++i)  // as many as may be queued at once, and fewer
    fs.file("f" + std::to_string(i), "tok_12ab\n");
  const std::unique_ptr<Engine> engine = token_engine();
  const Judge judge(engine->rules());
  Recorder sink;
  sink.fails = true;
  Tallies tallies(1);
  CHECK_FALSE(scan(fs, *engine, judge,
                   {.paths = {"."}, .workers = 1, .tallies = &tallies}, {},
                   sink));
  CHECK(tallies.sum(&Tally::files) < 10);
  CHECK(fs.open_files() == 0);
}

// The only worker is busy with "a" while "b" is added, so that it is kept.
TEST_CASE("scanner: no file is kept while a directory is read") {
  FakeFs files;
  for (const char* name : {"a", "b", "c/d"}) files.file(name, "clean\n");
  const SlowDirectory fs(files);
  const std::unique_ptr<Engine> engine = token_engine();
  const Judge judge(engine->rules());
  Recorder sink;
  const auto outcome =
      scan(fs, *engine, judge, {.paths = {"."}, .workers = 1}, {}, sink);
  REQUIRE(outcome.has_value());
  CHECK(outcome->files == 3);
  CHECK(fs.met());
}

TEST_CASE("scanner: a path that does not exist") {
  FakeFs fs;
  Recorder sink;
  const std::unique_ptr<Engine> engine = token_engine();
  const Result<ScanOutcome> outcome = run(fs, *engine, 2, sink, {"nope"});
  REQUIRE_FALSE(outcome.has_value());
  CHECK(outcome.error().code == ErrorCode::kNotFound);
  CHECK(outcome.error().message.find("nope") != std::string::npos);
  CHECK(sink.ends == 0);
}

TEST_CASE(
    "scanner: a directory that cannot be read is in the ledger, in its "
    "place") {
  FakeFs fs;
  fs.file("a/x", "tok_12ab");
  fs.dir("b").list_fails = EIO;
  fs.file("c/x", "tok_12ab");
  Recorder sink;
  const std::unique_ptr<Engine> engine = token_engine();
  const Result<ScanOutcome> outcome = run(fs, *engine, 2, sink);
  REQUIRE(outcome.has_value());
  CHECK_FALSE(outcome->complete);
  REQUIRE(sink.coverage.incomplete.size() == 1);
  CHECK(sink.coverage.incomplete[0].location == "b");
  CHECK(sink.found == std::vector<std::string>{"a/x:1", "c/x:1"});
}

TEST_CASE("scanner: what the walker leaves out is counted") {
  FakeFs fs;
  fs.file(".gitignore", "*.log\n");
  fs.file("a.log", "tok_12ab");
  fs.link("link", "a.log");
  fs.special("pipe");
  fs.file(".git/description", "tok_12ab");
  Recorder sink;
  const std::unique_ptr<Engine> engine = token_engine();
  const Result<ScanOutcome> outcome = run(fs, *engine, 2, sink);
  REQUIRE(outcome.has_value());
  CHECK(outcome->complete);
  CHECK_FALSE(outcome->found);
  const auto skipped = [&](Skip reason) {
    return sink.coverage.skipped[index_of(reason)];
  };
  CHECK(skipped(Skip::kIgnored) == 1);
  CHECK(skipped(Skip::kGitDirectory) == 1);
  CHECK(skipped(Skip::kSymlink) == 1);
  CHECK(skipped(Skip::kSpecial) == 1);
  CHECK(sink.coverage.files_scanned == 1);  // .gitignore itself
}

TEST_CASE("scanner: of what is ignored, files for secrets are named") {
  FakeFs fs;
  fs.file(".gitignore", "*.log\n.env*\n.npmrc\n");
  for (const char* path : {"a.log", ".env", ".env.example", "a/.env.production",
                           "b/.npmrc", "c/.env"})
    fs.file(path, "");
  Recorder sink;
  const std::unique_ptr<Engine> engine = token_engine();
  REQUIRE(run(fs, *engine, 2, sink).has_value());
  CHECK(sink.coverage.ignored_credentials.count == 4);
  CHECK(sink.coverage.ignored_credentials.first ==
        std::vector<std::string>{".env", "a/.env.production", "b/.npmrc"});
}

TEST_CASE("scanner: of a .git the settings are scanned") {
  FakeFs fs;
  fs.file(".git/config", "tok_12ab");
  fs.file(".git/objects/x", "tok_12ab");
  fs.file(".gitignore", "config\n*\n");
  Recorder sink;
  const std::unique_ptr<Engine> engine = token_engine();
  REQUIRE(run(fs, *engine, 2, sink).has_value());
  CHECK(sink.found == std::vector<std::string>{".git/config:1"});
  CHECK(sink.coverage.skipped[index_of(Skip::kGitDirectory)] == 1);
}

// Its configuration was not checked. A scan without that rule must not look
// like a scan in which it found nothing.
TEST_CASE("scanner: a pattern that cannot be compiled ends the scan") {
  FakeFs fs;
  for (int i = 0; i < 50; ++i) fs.file("f" + std::to_string(i), "tok_12ab\n");
  const RuleSet rules = rules_from(
      "[[rules]]\nid = 'good'\nregex = 'tok_[0-9a-f]{4}'\n"
      "[[rules]]\nid = 'broken'\nregex = '(tok_[0-9'\n");
  const auto engine = Engine::create(rules, {});
  REQUIRE(engine.has_value());
  for (const unsigned workers : {1U, 3U}) {
    Recorder sink;
    const Result<ScanOutcome> outcome = run(fs, **engine, workers, sink);
    REQUIRE_FALSE(outcome.has_value());
    CHECK(outcome.error().message ==
          "test.toml:4: rule `broken`: bad pattern `(tok_[0-9`: missing ]: "
          "[0-9");
    CHECK(sink.ends == 0);
  }
  CHECK(fs.open_files() == 0);
}

}  // namespace sluice::scanner_test
