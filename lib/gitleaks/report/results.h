// What a gitleaks-compatible scan finds and counts, by worker and in all.
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

// Of one worker, or of the thread that feeds them. Each item has a sequence
// number, and the order of these is that of the report.
struct GitleaksResults {
  std::vector<std::pair<std::uint64_t, GitleaksFinding>> leaks;
  std::vector<std::pair<std::uint64_t, std::string>> problems;
  GitleaksCoverage coverage;
  bool expired = false;  // something was left out because of the deadline
};

struct GitleaksScanOutcome {
  std::vector<GitleaksFinding> leaks;
  GitleaksCoverage coverage;
  bool expired = false;                  // the deadline came before the end
  std::optional<std::uint64_t> commits;  // that add something; of a history
};

GitleaksScanOutcome gather(std::vector<GitleaksResults> results);

}  // namespace sluice
