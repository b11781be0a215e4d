// The findings and counts of a gitleaks-compatible scan, per worker and in
// total.
// Thread-safety: plain values and a pure function.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gitleaks/detector/finding.h"
#include "gitleaks/report/coverage.h"

namespace sluice {

// The results of one worker, or of the thread that feeds the workers. Each item
// has a sequence number; the report is sorted by it.
struct GitleaksResults {
  std::vector<std::pair<std::uint64_t, GitleaksFinding>> leaks;
  std::vector<std::pair<std::uint64_t, std::string>> problems;
  GitleaksCoverage coverage;
  bool expired = false;  // the deadline cut the scan short
};

struct GitleaksScanOutcome {
  std::vector<GitleaksFinding> leaks;
  GitleaksCoverage coverage;
  bool expired = false;                  // the deadline came before the end
  std::optional<std::uint64_t> commits;  // that add something; of a history
};

GitleaksScanOutcome gather(std::vector<GitleaksResults> results);

}  // namespace sluice
