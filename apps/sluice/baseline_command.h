// `sluice baseline write` and `prune`: the file of known findings.
#pragma once

#include "options.h"

namespace sluice {

// Scans and updates the baseline: `write` adds all findings and removes stale
// entries, `prune` only removes. Entries about files that were not scanned
// stay. Returns the exit code.
Result<int> run_baseline(const ScanOptions& options);

}  // namespace sluice
