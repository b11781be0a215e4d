#include "executor_bench_cases.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <iterator>
#include <memory>
#include <random>
#include <thread>
#include <utility>

#include "executor_bench_pool.h"

namespace sluice {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

// A pause, so that the work of a pool after its last task (spinning, going to
// sleep) does not fall into the next contender's sample.
constexpr milliseconds kSettle{2};
// How often the waiter looks, near the end. On a virtual machine, a timer that
// fires costs its core some twenty microseconds, and that core may be a
// worker's. So the waiter sleeps through most of a sample.
constexpr microseconds kLook{100};
constexpr double kSleepThrough = 0.7;  // of the shortest sample so far

constexpr std::size_t kPoolGenerations = 4;

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

// One contender's samples of one case. `submit` hands `tasks` to the pool.
class Sampler {
 public:
  Sampler(std::uint64_t tasks, std::function<void()> submit)
      : tasks_(tasks), submit_(std::move(submit)) {}

  double operator()() {
    for (;;) {
      std::this_thread::sleep_for(kSettle);
      const std::uint64_t before = tasks_done();
      const std::int64_t start = bench_now();
      submit_();
      const auto left = static_cast<std::int64_t>(kSleepThrough * shortest_) -
                        (bench_now() - start);
      if (left > 0) std::this_thread::sleep_for(std::chrono::nanoseconds(left));
      const bool overslept = left > 0 && tasks_done() >= before + tasks_;
      wait_for_tasks(before + tasks_);
      const auto took = static_cast<double>(bench_now() - start);
      // Overslept, it would measure the sleep: once more, with less of it.
      shortest_ = overslept        ? shortest_ / 2
                  : shortest_ == 0 ? took
                                   : std::min(shortest_, took);
      if (!overslept) return took / static_cast<double>(tasks_);
    }
  }

 private:
  std::uint64_t tasks_;
  std::function<void()> submit_;
  double shortest_ = 0;  // nanoseconds; 0 before the first sample
};

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
                       std::uint64_t tasks, auto&& submit) {
    if (!wanted(settings, name)) return;
    BenchCase& one = cases.emplace_back(BenchCase{name, "ns", {}});
    for (LivePool& live : pools) {
      if (!settings.all_ways && !likely_best(live.name, batch)) continue;
      Pool* const pool = live.pool.get();
      one.entries.push_back(
          {live.name, Sampler(tasks, [pool, submit] { submit(*pool); }), {}});
    }
  };
  for (const Grain& grain : kGrains) {
    const BenchItem item{turns_for(grain.nanoseconds), 0};
    for (const std::size_t batch : {std::size_t{32}, std::size_t{1}}) {
      add("external/" + std::to_string(batch) + "/" + grain.name + suffix,
          batch, grain.external_tasks,
          [item, batch, tasks = grain.external_tasks](Pool& pool) {
            pool.submit_stream(item, tasks, batch);
          });
    }
    const BenchItem root{item.turns, grain.spawn_depth};
    add(std::string("spawn/") + grain.name + suffix, 1,
        (std::uint64_t{2} << root.depth) - 1,
        [root](Pool& pool) { pool.submit(std::span(&root, 1)); });
  }
  return cases;
}

// Adds the samples of `more` to the same cases in `sum`; all, if it is empty.
void append_samples(std::vector<BenchCase>& sum, std::vector<BenchCase> more) {
  for (std::size_t i = 0; i < more.size(); ++i) {
    for (std::size_t k = 0; k < more[i].entries.size(); ++k) {
      BenchEntry& entry = more[i].entries[k];
      entry.measure = nullptr;  // it refers to a pool that ends
      if (i >= sum.size()) continue;
      std::vector<double>& samples = sum[i].entries[k].samples;
      samples.insert(samples.end(), entry.samples.begin(), entry.samples.end());
    }
  }
  if (sum.empty()) sum = std::move(more);
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
  // A producer continues to work, and so keeps its core.
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
    std::vector<BenchCase> sum;
    // A thread stays on the core where the system put it, good or bad. New
    // pools draw again.
    for (std::size_t part = 0; part < kPoolGenerations; ++part) {
      const std::size_t share = rounds * (part + 1) / kPoolGenerations -
                                rounds * part / kPoolGenerations;
      if (share == 0) continue;
      std::vector<LivePool> pools = live_pools(workers);
      std::vector<BenchCase> cases = throughput_cases(settings, workers, pools);
      run_rounds(cases, share, workers * kPoolGenerations + part);
      append_samples(sum, std::move(cases));
    }
    std::move(sum.begin(), sum.end(), std::back_inserter(all));
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
