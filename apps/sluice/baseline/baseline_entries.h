// The commands about single entries of a baseline: add, remove and list.
// Thread-safety: none is needed; called once.
#pragma once

#include "base/error.h"
#include "sluice/scan/scan_options.h"

namespace sluice {

// `options.targets` name what to add: fingerprints, FILE:LINE, or paths, of
// which everything below is meant. Files are scanned to find out what is there.
// Returns the exit code. Errors: kUsage, kConfig, kIo, with one line.
Result<int> run_baseline_add(const ScanOptions& options);
Result<int> run_baseline_remove(const ScanOptions& options);
Result<int> run_baseline_list(const ScanOptions& options);

}  // namespace sluice
