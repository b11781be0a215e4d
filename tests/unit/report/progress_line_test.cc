#include "report/shown/progress_line.h"

#include <doctest/doctest.h>

namespace sluice::progress_line_test {

using std::chrono::milliseconds;

TEST_CASE("what is known, as far as there is room") {
  const ProgressFigures figures{12'345, 1'288'490'189, 3};
  const std::uint64_t rate = 850 << 20;
  CHECK(progress_line(figures, rate, 79) ==
        "12,345 files, 1.2 GiB, 850.0 MiB/s, 3 secrets");
  CHECK(progress_line(figures, rate, 45) ==
        "12,345 files, 1.2 GiB, 850.0 MiB/s, 3 secrets");
  CHECK(progress_line(figures, rate, 44) == "12,345 files, 1.2 GiB, 3 secrets");
  CHECK(progress_line(figures, rate, 31) == "12,345 files, 3 secrets");
  CHECK(progress_line(figures, rate, 9) == "12,345 fi");
  CHECK(progress_line({1, 1, 1}, 0, 79) == "1 file, 1 B, 0 B/s, 1 secret");
  for (std::size_t columns = 0; columns < 80; ++columns)
    CHECK(progress_line(figures, rate, columns).size() <= columns);
}

TEST_CASE("the rate is that of the last two seconds") {
  const ScanRate::Clock::time_point start{};
  ScanRate rate(start);
  CHECK(rate.add(start, 100) == 0);
  CHECK(rate.add(start + milliseconds(500), 500) == 1000);
  for (int i = 6; i <= 100; ++i)
    rate.add(start + milliseconds(100) * i, 1'000'000);
  CHECK(rate.add(start + milliseconds(10'100), 1'000'000) == 0);
  CHECK(rate.add(start + milliseconds(10'200), 1'002'000) == 1000);
}

}  // namespace sluice::progress_line_test
