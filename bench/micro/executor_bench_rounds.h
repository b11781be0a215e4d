// Cases, their samples over rounds, and the figures that follow from them.
//
// Each round runs every contender of every case once, in a newly shuffled
// order. A slow minute of the machine then affects all of them, and the ratio
// of two contenders within one round compares runs at nearly the same time.
// Google Benchmark runs contenders in blocks, hence this harness.
//
// Thread-safety: plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sluice {

// One contender in one case. `measure` makes one sample, in nanoseconds per
// unit (or per cent, for idling); it is called once per round.
struct BenchEntry {
  std::string contender;  // "sluice", "tbb-...", "mutex", ...
  std::function<double()> measure;
  std::vector<double> samples;  // one per round
};

struct BenchCase {
  std::string name;  // "external/32/1us/w2"; what --filter looks at
  std::string unit;  // "ns"; "%"
  std::vector<BenchEntry> entries;
};

// Fills the samples. Progress goes to stderr if that is a terminal.
void run_rounds(std::span<BenchCase> cases, std::size_t rounds,
                std::uint64_t seed);

struct Quartiles {
  double low = 0;
  double median = 0;
  double high = 0;
};
// REQUIRES: values is not empty.
double quantile(std::vector<double> values, double share);
Quartiles quartiles(const std::vector<double>& values);

// other / base, round by round.
Quartiles ratio_in_rounds(const BenchEntry& other, const BenchEntry& base);

// The entry of smallest median among those whose contender's name begins
// with `prefix`; nullptr if there is none.
const BenchEntry* best_of(const BenchCase& one, const std::string& prefix);

}  // namespace sluice
