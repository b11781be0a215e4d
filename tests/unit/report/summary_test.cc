#include "report/shown/summary.h"

#include <doctest/doctest.h>

namespace sluice::summary_test {

TEST_CASE("the summary names what was found, read and left out") {
  Coverage coverage;
  CHECK(summary_line({}, coverage) == "there is no file to scan");
  coverage.files_scanned = 1;
  coverage.bytes_scanned = 12;
  coverage.skipped = {1, 1, 1, 1, 1};
  coverage.incomplete.resize(1);
  FoundCounts found = {12, 3, 1, SecretCount::kExact};
  CHECK(summary_line(found, {}) ==
        "1 secret in 12 places in 3 files; 0 files (0 B) scanned");
  found.count = SecretCount::kAtMost;
  CHECK(summary_line(found, {}) ==
        "at most 1 secret in 12 places in 3 files; 0 files (0 B) scanned");
  found.count = SecretCount::kAtLeast;
  CHECK(summary_line(found, {}) ==
        "at least 1 secret in 12 places in 3 files; 0 files (0 B) scanned");
  CHECK(summary_line({.places = 1'200, .files = 3}, {}) ==
        "1,200 places with secrets in 3 files; 0 files (0 B) scanned");
  CHECK(summary_line({.places = 1, .files = 1}, coverage) ==
        "1 secret in 1 file; 1 file (12 B) scanned, 1 binary; skipped: 1 "
        "ignored, 1 excluded, 1 special file, 1 symlink; 1 path not read in "
        "full");
  coverage.files_scanned = 1204;
  coverage.bytes_scanned = 18'300'000;
  coverage.skipped = {12, 0, 0, 0, 3};
  coverage.incomplete.clear();
  CHECK(summary_line({3, 2, 3, SecretCount::kExact}, coverage) ==
        "3 secrets in 2 files; 1,204 files (17.5 MiB) scanned; skipped: 12 "
        "ignored, 3 symlinks");
  coverage.skipped = {12, 0, 0, 0, 0, 2, 1, 1};
  coverage.ignored_by.files = {{".gitignore", 12}};
  CHECK(summary_line({}, coverage) ==
        "no secrets found; 1,204 files (17.5 MiB) scanned; skipped: 12 ignored "
        "by .gitignore, 2 seen before, 1 too deep, 1 on another filesystem");
  coverage.skipped = {12};
  coverage.ignored_by.files = {{"a\x1b/.gitignore", 7}, {".gitignore", 3}};
  coverage.ignored_by.rest = {2, 2};
  CHECK(summary_line({}, coverage) ==
        "no secrets found; 1,204 files (17.5 MiB) scanned; skipped: 12 ignored "
        "by a\\x1b/.gitignore and 3 other files");
}

TEST_CASE("the summary says of which shard it is") {
  Coverage coverage;
  coverage.shard = {.shard = {2, 7}, .root = {}};
  CHECK(summary_line({}, coverage) ==
        "shard 2 of 7: no secrets found; 0 files (0 B) scanned");
  coverage.files_scanned = 3;
  CHECK(summary_line({}, coverage) ==
        "shard 2 of 7: no secrets found; 3 files (0 B) scanned");
}

TEST_CASE("the summary names files for secrets that are ignored") {
  Coverage coverage;
  coverage.files_scanned = 1;
  coverage.ignored_by.files = {{".gitignore", 1}};
  coverage.skipped = {1};
  coverage.ignored_credentials = {1, {".env"}};
  CHECK(summary_line({}, coverage) ==
        "no secrets found; 1 file (0 B) scanned; skipped: 1 ignored by "
        ".gitignore: .env (--no-ignore scans it)");
  coverage.skipped = {12};
  coverage.ignored_credentials = {2, {".env", "a\x1b/.npmrc"}};
  CHECK(summary_line({}, coverage) ==
        "no secrets found; 1 file (0 B) scanned; skipped: 12 ignored by "
        ".gitignore with .env and a\\x1b/.npmrc (--no-ignore scans them)");
  coverage.ignored_credentials = {5, {".env", "a/.env", "b/.env"}};
  CHECK(summary_line({}, coverage) ==
        "no secrets found; 1 file (0 B) scanned; skipped: 12 ignored by "
        ".gitignore with .env, a/.env, b/.env and 2 such files (--no-ignore "
        "scans them)");
  coverage.files_scanned = 0;
  coverage.ignored_credentials = {};
  CHECK(summary_line({}, coverage) ==
        "no file was scanned; skipped: 12 ignored by .gitignore (--no-ignore "
        "scans them)");
}

TEST_CASE("messages, and what no ref leads to") {
  Coverage coverage;
  coverage.files_scanned = 5;
  FoundCounts found{.places = 3,
                    .files = 1,
                    .secrets = 3,
                    .count = SecretCount::kExact,
                    .messages = 2,
                    .by_reflog = 2,
                    .by_nothing = 1};
  CHECK(summary_line(found, coverage) ==
        "3 secrets in 1 file and 2 messages; 5 files (0 B) scanned; 2 places "
        "reached only by reflogs; 1 place reached by nothing");
  found.files = 0;
  CHECK(summary_line(found, coverage)
            .starts_with("3 secrets in 2 messages; 5 files"));
}

TEST_CASE("what was scanned in part is not told as not scanned") {
  Coverage coverage;
  coverage.incomplete.push_back({"a.xz", "", "it is cut off", {}});
  CHECK(summary_line({}, coverage) ==
        "no file was scanned; 1 path not read in full");
  coverage.skipped[index_of(Skip::kBinary)] = 1;
  CHECK(summary_line({}, coverage) ==
        "no file was read in full, 1 binary; 1 path not read in full");
}

TEST_CASE("the summary says how to see what is unsure") {
  Coverage coverage;
  coverage.below_confidence = 1;
  CHECK(summary_line({}, coverage) ==
        "there is no file to scan; 1 unsure, not shown "
        "(--min-confidence low shows it)");
  coverage.below_confidence = 1'200;
  CHECK(summary_line({}, coverage) ==
        "there is no file to scan; 1,200 unsure, not shown "
        "(--min-confidence low shows them)");
}

TEST_CASE("the summary of a scan that was ended early says so") {
  Coverage coverage;
  coverage.files_scanned = 3;
  coverage.bytes_scanned = 12;
  coverage.interrupted = true;
  CHECK(summary_line({}, coverage) ==
        "interrupted: no secrets found; 3 files (12 B) scanned, the rest was "
        "not");
}

}  // namespace sluice::summary_test
