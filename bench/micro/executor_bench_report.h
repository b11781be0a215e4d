// The results as a table of 80 columns and as JSON.
#pragma once

#include <span>
#include <string>

#include "executor_bench_rounds.h"

namespace sluice {

struct BenchMachine {
  unsigned processors = 0;
  double load_before = 0;     // of the last minute, at the start
  double used_by_others = 0;  // share of the processors, during the run
};

void print_table(std::span<const BenchCase> cases, const BenchMachine& machine);

// False, with a message on stderr, if the file cannot be written.
bool write_json(const std::string& path, std::span<const BenchCase> cases,
                const BenchMachine& machine);

}  // namespace sluice
