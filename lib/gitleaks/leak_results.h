// What a gitleaks-compatible scan finds and counts, by worker and in all.
// Thread-safety: plain values and a pure function.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gitleaks/leak.h"
#include "gitleaks/leak_coverage.h"

namespace sluice {

// Of one worker, or of who feeds them. Each item has a sequence number, and the
// order of these is that of the report.
struct LeakResults {
  std::vector<std::pair<std::uint64_t, Leak>> leaks;
  std::vector<std::pair<std::uint64_t, std::string>> problems;
  LeakCoverage coverage;
  bool expired = false;  // something was left out because of the deadline
};

struct LeakScanOutcome {
  std::vector<Leak> leaks;
  LeakCoverage coverage;
  bool expired = false;                  // the deadline came before the end
  std::optional<std::uint64_t> commits;  // that add something; of a history
};

LeakScanOutcome gather(std::vector<LeakResults> results);

}  // namespace sluice
