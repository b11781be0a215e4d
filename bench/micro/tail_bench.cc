// The long tail: many small files, and a huge one that comes last. If each file
// is one task, the last worker finishes the huge one alone; if it is a job, the
// workers share its steps.
//
//   tail-bench [workers] [rounds]
//
// 20,000 tasks represent files of 16 KiB. One task, or one job of 1,024 steps,
// represents the last file of 1 GiB. All burn the same number of turns for each
// KiB, so the ideal wall time is the time of one worker for all the work,
// divided by the number of workers. One round measures one worker, the tail as
// a task, and the tail as a job, in turn; the medians of the ratios within the
// rounds are printed.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <vector>

#include "base/check.h"
#include "exec/budget.h"
#include "exec/executor.h"
#include "executor_bench_pool.h"

namespace sluice {
namespace {

constexpr std::uint32_t kSmallFiles = 20'000;
constexpr std::uint32_t kSmallKib = 16;
constexpr std::uint32_t kStepKib = 1024;
constexpr std::uint32_t kSteps = 1024;
constexpr double kNanosecondsPerKib = 400;  // some 2.5 GB/s

struct File {
  std::uint32_t kib = 0;
};
struct NoScratch {};
using Files = Executor<File, NoScratch>;

// Wall time in nanoseconds.
double scan(std::size_t workers, bool as_job, std::uint32_t turns_per_kib) {
  Budget budget(1024);
  std::atomic<std::uint32_t> steps_left = kSteps;
  Files files({.workers = workers},
              {.make_scratch = [](std::size_t) { return NoScratch{}; },
               .run =
                   [&](File& file, Files::Context&) {
                     burn(file.kib * turns_per_kib);
                     (void)budget.adopt(1);
                   },
               .run_step =
                   [&](File&, JobStep, Files::Context&) {
                     burn(kStepKib * turns_per_kib);
                     if (--steps_left == 0) (void)budget.adopt(1);
                   }});
  const std::int64_t start = bench_now();
  for (std::uint32_t i = 0; i < kSmallFiles; ++i) {
    (void)budget.acquire()->detach();
    SLUICE_CHECK(files.spawn({kSmallKib}).has_value());
  }
  (void)budget.acquire()->detach();
  if (as_job) {
    SLUICE_CHECK(files.spawn_job({}, kSteps).has_value());
  } else {
    SLUICE_CHECK(files.spawn({kSteps * kStepKib}).has_value());
  }
  files.join();
  return static_cast<double>(bench_now() - start);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

int run(std::size_t workers, int rounds) {
  const std::uint32_t turns = turns_for(kNanosecondsPerKib);
  std::vector<double> alone;
  std::vector<double> job;
  for (int round = 0; round < rounds; ++round) {
    const double ideal = scan(1, true, turns) / static_cast<double>(workers);
    alone.push_back(scan(workers, false, turns) / ideal);
    job.push_back(scan(workers, true, turns) / ideal);
  }
  std::printf(
      "20,000 files of 16 KiB, then one of 1 GiB; %zu workers, %d "
      "rounds\n",
      workers, rounds);
  std::printf("wall time over ideal (the work of one worker / %zu), median\n",
              workers);
  std::printf("  the last file as one task   %.3f\n", median(alone));
  std::printf("  the last file as a job      %.3f\n", median(job));
  return 0;
}

}  // namespace
}  // namespace sluice

int main(int argc, char** argv) {
  const std::size_t workers = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 2;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 9;
  return sluice::run(std::max<std::size_t>(workers, 1), std::max(rounds, 1));
}
