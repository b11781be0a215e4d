#include "gitleaks/scan/scan.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "match/pattern.h"
#include "rules/config.h"
#include "support/fake_fs.h"

namespace sluice::scan_test {

std::unique_ptr<GitleaksRules> sample_rules() {
  Result<LoadedConfig> config = load_config(
      {"test.toml", R"(
[[allowlists]]
paths = ['(^|/)skipped$', 'left.txt$']
[[rules]]
id = "r"
regex = 'x[0-9]+'
)"},
      {.read = {}, .pattern_error = pattern_error, .default_rules = {}});
  REQUIRE(config.has_value());
  return std::move(GitleaksRules::create(std::move(config->rules), {}).value());
}

GitleaksScanOutcome scan(const FileSystem& fs, GitleaksScanRequest request) {
  const auto rules = sample_rules();
  Result<GitleaksScanOutcome> outcome = scan_leaks(fs, *rules, request);
  REQUIRE(outcome.has_value());
  return std::move(*outcome);
}

std::vector<std::string> found(const GitleaksScanOutcome& outcome) {
  std::vector<std::string> all;
  for (const GitleaksFinding& leak : outcome.leaks)
    all.push_back(leak.file + ":" + leak.secret);
  return all;
}

std::uint64_t skipped(const GitleaksScanOutcome& outcome, GitleaksSkip reason) {
  return outcome.coverage.skipped[static_cast<std::size_t>(reason)];
}

using Strings = std::vector<std::string>;

TEST_CASE("leak scan: files in the order of the walk, named as in Go") {
  FakeFs fs;
  fs.file("t/b.txt", "x2\nx3\n");
  fs.file("t/a/c", "x1");
  fs.file("t/z", "x4");
  for (const unsigned workers : {1U, 3U}) {
    CHECK(found(scan(fs, {.target = "t", .workers = workers})) ==
          Strings{"t/a/c:x1", "t/b.txt:x2", "t/b.txt:x3", "t/z:x4"});
  }
  CHECK(found(scan(fs, {.target = "./t//a"})) == Strings{"t/a/c:x1"});
  CHECK(found(scan(fs, {.target = "./t/z"})) == Strings{"./t/z:x4"});
}

TEST_CASE("leak scan: what is passed over is counted") {
  FakeFs fs;
  fs.file("t/skipped/deep/a", "x1");
  fs.file("t/left.txt", "x2");
  fs.file("t/a.zip", "x3");
  fs.file("t/b", "MZ x4");
  fs.file("t/own.toml", "x5");
  fs.file("t/empty", "");
  fs.link("t/link", "/cwd/t/z");
  fs.special("t/pipe");
  fs.file("t/z", "x9");
  GitleaksScanRequest request{.target = "t"};
  request.limits.own_files = {"t/own.toml"};
  const GitleaksScanOutcome outcome = scan(fs, request);
  CHECK(found(outcome) == Strings{"t/z:x9"});
  CHECK(skipped(outcome, GitleaksSkip::kAllowlisted) == 2);
  CHECK(skipped(outcome, GitleaksSkip::kArchive) == 1);
  CHECK(skipped(outcome, GitleaksSkip::kBinary) == 1);
  CHECK(skipped(outcome, GitleaksSkip::kOwn) == 1);
  CHECK(skipped(outcome, GitleaksSkip::kSymlink) == 1);
  CHECK(skipped(outcome, GitleaksSkip::kSpecial) == 1);
  CHECK(outcome.coverage.files == 2);
  CHECK(outcome.coverage.bytes == 2);
  CHECK(outcome.coverage.problems.empty());
  CHECK(fs.open_files() == 0);
  CHECK(skipped_line(outcome.coverage) ==
        "2 files scanned; passed over: 2 allowlisted, 1 archives by name, "
        "1 binary by their first bytes, 1 symbolic links, 1 special files, "
        "1 own files");
  CHECK(skipped_line(GitleaksCoverage()).empty());
}

TEST_CASE("leak scan: what cannot be read is named") {
  FakeFs fs;
  fs.dir("t/locked").list_fails = EACCES;
  fs.file("t/no", "x1").open_fails = EACCES;
  FakeFs::Node& half = fs.file("t/part", "x2 and more");
  half.read_fails = EIO;
  half.bytes_before_failure = 4;
  const GitleaksScanOutcome outcome = scan(fs, {.target = "t"});
  CHECK(found(outcome) == Strings{"t/part:x2"});
  CHECK(outcome.coverage.problems == Strings{"t/locked: Permission denied",
                                             "t/no: Permission denied",
                                             "t/part: Input/output error"});
  CHECK(scan(fs, {.target = "t/nothing"}).coverage.problems.size() == 1);
}

TEST_CASE("leak scan: files that are too large") {
  FakeFs fs;
  fs.file("t/a", "x1 " + std::string(999'997, ' '));
  fs.file("t/b", "x2 " + std::string(999'998, ' '));
  GitleaksScanRequest request{.target = "t"};
  request.limits.max_bytes = 1'000'000;
  const GitleaksScanOutcome outcome = scan(fs, request);
  CHECK(found(outcome) == Strings{"t/a:x1"});
  CHECK(skipped(outcome, GitleaksSkip::kTooLarge) == 1);
}

TEST_CASE("leak scan: a large file is cut, and its lines are counted on") {
  FakeFs fs;
  std::string text;
  for (int i = 0; text.size() < 2'000'000; ++i)
    text += i % 100 == 0 ? "x" + std::to_string(i) + "\n\n" : "some text\n";
  fs.file("t/a", text);
  const GitleaksScanOutcome outcome = scan(fs, {.target = "t"});
  CHECK(outcome.coverage.bytes == text.size());
  REQUIRE(outcome.leaks.size() > 1000);
  for (const GitleaksFinding& leak : outcome.leaks) {
    const std::size_t at = text.find(leak.secret + "\n");
    REQUIRE(at != std::string::npos);
    CHECK(leak.start_line ==
          1 + std::count(text.begin(),
                         text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
  }
}

TEST_CASE("leak scan: the time is up") {
  FakeFs fs;
  fs.file("t/a", "x1");
  GitleaksScanRequest request{.target = "t"};
  request.limits.deadline = std::chrono::steady_clock::now();
  const GitleaksScanOutcome outcome = scan(fs, request);
  CHECK(outcome.expired);
  CHECK(outcome.leaks.empty());
}

// Configurations that were not checked: in a worker, and in the walk itself.
TEST_CASE("leak scan: a pattern that cannot be compiled ends the scan") {
  FakeFs fs;
  fs.file("t/a", "x1 y2");
  const auto failure = [&](const std::string& toml) {
    Result<LoadedConfig> config = load_config({"test.toml", toml}, {});
    REQUIRE(config.has_value());
    const auto rules = GitleaksRules::create(std::move(config->rules), {});
    REQUIRE(rules.has_value());
    const Result<GitleaksScanOutcome> outcome =
        scan_leaks(fs, **rules, {.target = "t", .workers = 2});
    REQUIRE_FALSE(outcome.has_value());
    return outcome.error().message;
  };
  CHECK(failure("[[rules]]\nid = 'r'\nregex = 'x['\n") ==
        "test.toml:1: rule `r`: bad pattern `x[`: missing ]: [");
  CHECK(failure("[[rules]]\nid = 'r'\nregex = 'x'\npath = 'x)'\n") ==
        "test.toml:1: rule `r`: bad pattern `x)`: unexpected ): x)");
  CHECK(failure("[[rules]]\nid = 'r'\nregex = 'x'\n"
                "[allowlist]\npaths = ['x)']\n")
            .find("unexpected )") != std::string::npos);
}

}  // namespace sluice::scan_test
