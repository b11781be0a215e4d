#include "executor_bench_rounds.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <utility>

#include "base/check.h"

namespace sluice {

void run_rounds(std::span<BenchCase> cases, std::size_t rounds,
                std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const bool terminal = ::isatty(STDERR_FILENO) == 1;
  for (std::size_t round = 0; round < rounds; ++round) {
    if (terminal) std::fprintf(stderr, "\r\033[K%zu/%zu", round + 1, rounds);
    for (BenchCase& one : cases) {
      std::vector<BenchEntry*> order;
      for (BenchEntry& entry : one.entries) order.push_back(&entry);
      std::shuffle(order.begin(), order.end(), random);
      for (BenchEntry* entry : order) {
        entry->samples.push_back(entry->measure());
      }
    }
  }
  if (terminal) std::fputs("\r\033[K", stderr);
}

double quantile(std::vector<double> values, double share) {
  SLUICE_CHECK(!values.empty());
  std::sort(values.begin(), values.end());
  const double place = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(std::floor(place));
  const std::size_t above = std::min(below + 1, values.size() - 1);
  const double part = place - static_cast<double>(below);
  return values[below] + part * (values[above] - values[below]);
}

Quartiles quartiles(const std::vector<double>& values) {
  return {quantile(values, 0.25), quantile(values, 0.5),
          quantile(values, 0.75)};
}

Quartiles ratio_in_rounds(const BenchEntry& other, const BenchEntry& base) {
  SLUICE_CHECK(other.samples.size() == base.samples.size());
  std::vector<double> ratios;
  ratios.reserve(base.samples.size());
  for (std::size_t i = 0; i < base.samples.size(); ++i) {
    ratios.push_back(other.samples[i] / base.samples[i]);
  }
  return quartiles(ratios);
}

const BenchEntry* best_of(const BenchCase& one, const std::string& prefix) {
  const BenchEntry* best = nullptr;
  double least = 0;
  for (const BenchEntry& entry : one.entries) {
    if (!entry.contender.starts_with(prefix) || entry.samples.empty()) {
      continue;
    }
    const double median = quantile(entry.samples, 0.5);
    if (best == nullptr || median < least) {
      best = &entry;
      least = median;
    }
  }
  return best;
}

}  // namespace sluice
