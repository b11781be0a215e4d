// `sluice explain`: what is found at a place or not, and why, in sentences.
// Thread-safety: none is needed; called once.
#pragma once

#include "base/error.h"
#include "sluice/scan/scan_options.h"

namespace sluice {

// Explains the places that `options.targets` name. Returns the exit code.
// Errors: kUsage, for a path that does not exist; those of a scan.
Result<int> run_explain(const ScanOptions& options);

}  // namespace sluice
