// `sluice baseline write` and `prune`: the file of known findings.
#pragma once

#include "options.h"

namespace sluice {

// Scans, and brings the baseline up to date: `write` adds what was found and
// takes out what is stale, `prune` takes out alone. What was not looked at
// stays in it. Returns the exit code.
Result<int> run_baseline(const ScanOptions& options);

}  // namespace sluice
