// The commands with the options of `sluice scan`: `sluice scan` itself and
// `sluice baseline`.
#pragma once

#include "sluice/scan/scan_options.h"

namespace sluice {

// Puts rules, engine, scan and report together. Returns the exit code.
Result<int> run_scan(const ScanOptions& options);

// `sluice baseline write` and `prune`: scans and updates the file of known
// findings. `write` adds all findings and removes stale entries, `prune` only
// removes. Entries about files that were not scanned stay. Returns the exit
// code.
Result<int> run_baseline(const ScanOptions& options);

}  // namespace sluice
