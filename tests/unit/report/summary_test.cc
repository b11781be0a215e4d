#include "report/summary.h"

#include <doctest/doctest.h>

namespace sluice {
namespace {

TEST_CASE("digits are grouped") {
  CHECK(group_digits(0) == "0");
  CHECK(group_digits(999) == "999");
  CHECK(group_digits(1000) == "1,000");
  CHECK(group_digits(123456) == "123,456");
  CHECK(group_digits(18446744073709551615u) == "18,446,744,073,709,551,615");
}

TEST_CASE("bytes are given in decimal units") {
  CHECK(format_bytes(0) == "0 B");
  CHECK(format_bytes(999) == "999 B");
  CHECK(format_bytes(1000) == "1.0 kB");
  CHECK(format_bytes(1049) == "1.0 kB");
  CHECK(format_bytes(1050) == "1.1 kB");
  CHECK(format_bytes(999'949) == "999.9 kB");
  CHECK(format_bytes(999'950) == "1.0 MB");
  CHECK(format_bytes(18'300'000) == "18.3 MB");
  CHECK(format_bytes(18446744073709551615u) == "18.4 EB");
}

TEST_CASE("the summary names what was found, read and left out") {
  Coverage coverage;
  CHECK(summary_line(0, 0, coverage) ==
        "no secrets found; 0 files (0 B) scanned");
  coverage.files_scanned = 1;
  coverage.bytes_scanned = 12;
  coverage.skipped = {1, 1, 1, 1, 1};
  coverage.incomplete.resize(1);
  CHECK(summary_line(1, 1, coverage) ==
        "1 secret in 1 file; 1 file (12 B) scanned, 1 binary; skipped: 1 "
        "ignored, 1 excluded, 1 special file, 1 symlink; 1 path not read in "
        "full");
  coverage.files_scanned = 1204;
  coverage.bytes_scanned = 18'300'000;
  coverage.skipped = {12, 0, 0, 0, 3};
  coverage.incomplete.clear();
  CHECK(summary_line(3, 2, coverage) ==
        "3 secrets in 2 files; 1,204 files (18.3 MB) scanned; skipped: 12 "
        "ignored, 3 symlinks");
  coverage.skipped = {12, 0, 0, 0, 0, 2, 1, 1};
  coverage.ignored_by.files = {{".gitignore", 12}};
  CHECK(summary_line(0, 0, coverage) ==
        "no secrets found; 1,204 files (18.3 MB) scanned; skipped: 12 ignored "
        "by .gitignore, 2 seen before, 1 too deep, 1 on another filesystem");
  coverage.skipped = {12};
  coverage.ignored_by.files = {{"a\x1b/.gitignore", 7}, {".gitignore", 3}};
  coverage.ignored_by.rest = {2, 2};
  CHECK(summary_line(0, 0, coverage) ==
        "no secrets found; 1,204 files (18.3 MB) scanned; skipped: 12 ignored "
        "by a\\x1b/.gitignore and 3 other files");
}

}  // namespace
}  // namespace sluice
