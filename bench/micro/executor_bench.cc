// Measures the executor beside oneTBB and a plain queue with a mutex:
//
//   executor-bench [--quick] [--all-ways] [--rounds N] [--filter TEXT]...
//                  [--json FILE]
//
// executor_bench_cases.h lists the suites; executor_bench_rounds.h explains why
// they run in rounds.
#include <sys/resource.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "executor_bench_cases.h"
#include "executor_bench_report.h"

namespace sluice {
namespace {

// Processor time since the machine started and, of it, this process's.
struct Usage {
  double busy = 0;
  double all = 0;
  double own = 0;
};

Usage read_usage() {
  Usage usage;
  std::ifstream stat("/proc/stat");
  std::string label;
  stat >> label;
  double ticks = 0;
  // user nice system idle iowait irq softirq steal
  for (int field = 0; field < 8 && stat >> ticks; ++field) {
    usage.all += ticks;
    if (field != 3 && field != 4) usage.busy += ticks;
  }
  rusage own{};
  ::getrusage(RUSAGE_SELF, &own);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) +
           static_cast<double>(time.tv_usec) * 1e-6;
  };
  constexpr double kTicksPerSecond = 100;
  usage.own = (seconds(own.ru_utime) + seconds(own.ru_stime)) * kTicksPerSecond;
  return usage;
}

double used_by_others(const Usage& before, const Usage& after) {
  const double all = after.all - before.all;
  if (all <= 0) return 0;
  const double others = (after.busy - before.busy) - (after.own - before.own);
  return others > 0 ? others / all : 0;
}

int usage_error() {
  std::fputs(
      "usage: executor-bench [--quick] [--all-ways] [--rounds N] "
      "[--filter TEXT]... [--json FILE]\n",
      stderr);
  return 2;
}

int bench_main(int argc, char** argv) {
  SuiteSettings settings;
  std::string json;
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    if (option == "--quick") {
      settings.quick = true;
    } else if (option == "--all-ways") {
      settings.all_ways = true;
    } else if (i + 1 == argc) {
      return usage_error();
    } else if (option == "--rounds") {
      settings.rounds = std::strtoul(argv[++i], nullptr, 10);
    } else if (option == "--filter") {
      settings.filters.emplace_back(argv[++i]);
    } else if (option == "--json") {
      json = argv[++i];
    } else {
      return usage_error();
    }
  }

  BenchMachine machine;
  machine.processors = std::thread::hardware_concurrency();
  ::getloadavg(&machine.load_before, 1);
  const Usage before = read_usage();
  std::vector<BenchCase> cases;
  for (const auto run : {run_throughput, run_idle, run_wake, run_deques}) {
    std::vector<BenchCase> some = run(settings);
    std::move(some.begin(), some.end(), std::back_inserter(cases));
  }
  machine.used_by_others = used_by_others(before, read_usage());
  print_table(cases, machine);
  return json.empty() || write_json(json, cases, machine) ? 0 : 1;
}

}  // namespace
}  // namespace sluice

int main(int argc, char** argv) { return sluice::bench_main(argc, argv); }
