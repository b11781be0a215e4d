#include "executor_bench_cases.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <random>
#include <thread>

#include "executor_bench_pool.h"

namespace sluice {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

// What a pool does after its last task (spinning, going to sleep) must not
// fall into the next contender's sample.
constexpr milliseconds kSettle{2};
// How often the waiter looks: one per cent of a sample, and rare enough not
// to be felt by the workers.
constexpr microseconds kLook{100};

struct LivePool {
  const char* name;
  std::unique_ptr<Pool> pool;
};

void wait_for_tasks(std::uint64_t until) {
  while (tasks_done() < until) std::this_thread::sleep_for(kLook);
}

std::vector<LivePool> live_pools(std::size_t workers) {
  std::vector<LivePool> pools;
  for (const auto& contenders :
       {sluice_contenders(), tbb_contenders(), mutex_contenders()}) {
    for (const Contender& contender : contenders) {
      pools.push_back({contender.name, contender.make(workers)});
      const std::uint64_t before = tasks_done();
      // Long enough that every worker gets some.
      pools.back().pool->submit_stream({turns_for(2e4), 0}, 200, 8);
      wait_for_tasks(before + 200);
    }
  }
  return pools;
}

// The ways of oneTBB that were the fastest somewhere, by kind of work.
bool likely_best(const std::string& contender, std::size_t batch) {
  if (!contender.starts_with("tbb-")) return true;
  if (batch > 1) return contender == "tbb-batch" || contender == "tbb-for";
  return contender == "tbb-enqueue" || contender == "tbb-execute";
}

double sample_external(Pool& pool, BenchItem item, std::uint64_t tasks,
                       std::size_t batch) {
  std::this_thread::sleep_for(kSettle);
  const std::uint64_t before = tasks_done();
  const std::int64_t start = bench_now();
  pool.submit_stream(item, tasks, batch);
  wait_for_tasks(before + tasks);
  return static_cast<double>(bench_now() - start) / static_cast<double>(tasks);
}

double sample_spawn(Pool& pool, BenchItem root) {
  std::this_thread::sleep_for(kSettle);
  const std::uint64_t tasks = (std::uint64_t{2} << root.depth) - 1;
  const std::uint64_t before = tasks_done();
  const std::int64_t start = bench_now();
  pool.submit(std::span(&root, 1));
  wait_for_tasks(before + tasks);
  return static_cast<double>(bench_now() - start) / static_cast<double>(tasks);
}

// Tasks in one sample: about ten milliseconds of work.
struct Grain {
  const char* name;
  double nanoseconds;
  std::uint64_t external_tasks;
  std::uint32_t spawn_depth;
};
constexpr Grain kGrains[] = {{"0us", 0, 200'000, 17},
                             {"1us", 1e3, 16'000, 13},
                             {"10us", 1e4, 2'000, 10},
                             {"100us", 1e5, 240, 7}};

std::vector<BenchCase> throughput_cases(const SuiteSettings& settings,
                                        std::size_t workers,
                                        std::span<LivePool> pools) {
  std::vector<BenchCase> cases;
  const std::string suffix = "/w" + std::to_string(workers);
  const auto add = [&](const std::string& name, std::size_t batch,
                       auto&& sample) {
    if (!wanted(settings, name)) return;
    BenchCase& one = cases.emplace_back(BenchCase{name, "ns", {}});
    for (LivePool& live : pools) {
      if (!settings.all_ways && !likely_best(live.name, batch)) continue;
      Pool* const pool = live.pool.get();
      one.entries.push_back(
          {live.name, [pool, sample] { return sample(*pool); }, {}});
    }
  };
  for (const Grain& grain : kGrains) {
    const BenchItem item{turns_for(grain.nanoseconds), 0};
    for (const std::size_t batch : {std::size_t{32}, std::size_t{1}}) {
      add("external/" + std::to_string(batch) + "/" + grain.name + suffix,
          batch, [item, batch, tasks = grain.external_tasks](Pool& pool) {
            return sample_external(pool, item, tasks, batch);
          });
    }
    add(std::string("spawn/") + grain.name + suffix, 1,
        [root = BenchItem{item.turns, grain.spawn_depth}](Pool& pool) {
          return sample_spawn(pool, root);
        });
  }
  return cases;
}

double cpu_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) +
           static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double sample_wake(Pool& pool, std::mt19937_64& random) {
  const std::int64_t micros =
      std::uniform_int_distribution<std::int64_t>(1000, 2000)(random);
  std::this_thread::sleep_for(microseconds(micros));
  bench_stamp.store(0, std::memory_order_relaxed);
  const BenchItem item{kStampTurns, 0};
  const std::int64_t start = bench_now();
  pool.submit(std::span(&item, 1));
  // A producer goes on working, and so keeps its core.
  std::int64_t begun = 0;
  while ((begun = bench_stamp.load(std::memory_order_acquire)) == 0) {
    burn(turns_for(1e3));
    if (bench_now() - start > 1'000'000) std::this_thread::sleep_for(kLook);
  }
  return static_cast<double>(begun - start);
}

}  // namespace

bool wanted(const SuiteSettings& settings, const std::string& name) {
  return settings.filters.empty() ||
         std::any_of(settings.filters.begin(), settings.filters.end(),
                     [&](const std::string& filter) {
                       return name.find(filter) != std::string::npos;
                     });
}

std::vector<BenchCase> run_throughput(const SuiteSettings& settings) {
  const std::size_t rounds =
      settings.rounds != 0 ? settings.rounds : (settings.quick ? 3 : 31);
  std::vector<BenchCase> all;
  for (const std::size_t workers : {1u, 2u, 4u}) {
    if (throughput_cases(settings, workers, {}).empty()) continue;
    std::vector<LivePool> pools = live_pools(workers);
    std::vector<BenchCase> cases = throughput_cases(settings, workers, pools);
    run_rounds(cases, rounds, workers);
    std::move(cases.begin(), cases.end(), std::back_inserter(all));
  }
  return all;
}

std::vector<BenchCase> run_idle(const SuiteSettings& settings) {
  BenchCase one{"idle/w4", "%", {}};
  if (!wanted(settings, one.name)) return {};
  const double seconds = settings.quick ? 1 : 5;
  for (const auto& contenders :
       {sluice_contenders(), tbb_contenders(), mutex_contenders()}) {
    for (const Contender& contender : contenders) {
      if (!settings.all_ways && !likely_best(contender.name, 1)) continue;
      one.entries.push_back({contender.name,
                             [make = contender.make, seconds] {
                               const std::unique_ptr<Pool> pool = make(4);
                               const std::uint64_t before = tasks_done();
                               pool->submit_stream({turns_for(2e4), 0}, 400, 8);
                               wait_for_tasks(before + 400);
                               std::this_thread::sleep_for(50 * kSettle);
                               const double used = cpu_seconds();
                               std::this_thread::sleep_for(
                                   std::chrono::duration<double>(seconds));
                               return 100 * (cpu_seconds() - used) / seconds;
                             },
                             {}});
    }
  }
  std::vector<BenchCase> cases;
  cases.push_back(std::move(one));
  run_rounds(cases, 1, 1);
  return cases;
}

std::vector<BenchCase> run_wake(const SuiteSettings& settings) {
  const std::size_t rounds = settings.quick ? 100 : 2000;
  std::vector<BenchCase> all;
  for (const std::size_t workers : {1u, 2u, 4u}) {
    const std::string name = "wake/w" + std::to_string(workers);
    if (!wanted(settings, name)) continue;
    std::vector<LivePool> pools = live_pools(workers);
    std::mt19937_64 random(workers);
    BenchCase one{name, "ns", {}};
    for (LivePool& live : pools) {
      if (!settings.all_ways && !likely_best(live.name, 1)) continue;
      one.entries.push_back({live.name,
                             [pool = live.pool.get(), &random] {
                               return sample_wake(*pool, random);
                             },
                             {}});
    }
    std::vector<BenchCase> cases;
    cases.push_back(std::move(one));
    run_rounds(cases, rounds, workers);
    all.push_back(std::move(cases.front()));
  }
  return all;
}

}  // namespace sluice
