// The suites: which cases there are and how each takes a sample.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "executor_bench_rounds.h"

namespace sluice {

struct SuiteSettings {
  bool quick = false;
  bool all_ways = false;             // every way of oneTBB, not the likely best
  std::size_t rounds = 0;            // 0 for each suite's own number
  std::vector<std::string> filters;  // parts of case names; empty for all cases
};

bool wanted(const SuiteSettings& settings, const std::string& name);

// Each runs its cases and returns them with their samples.
// Tasks from outside and tasks that tasks add, per count of workers. Pools
// live through all rounds, warm; no thread is started inside a sample.
std::vector<BenchCase> run_throughput(const SuiteSettings& settings);
// Processor time of a pool without work, in per cent of one core.
std::vector<BenchCase> run_idle(const SuiteSettings& settings);
// From just before submit to the start of the task, all workers asleep.
std::vector<BenchCase> run_wake(const SuiteSettings& settings);
// The deque without an executor, beside one with a mutex (deque_bench.cc).
std::vector<BenchCase> run_deques(const SuiteSettings& settings);

}  // namespace sluice
