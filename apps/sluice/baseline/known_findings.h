// The baselines of a scan: the named ones, or those in the scanned directory.
// Thread-safety: none is needed; called once, at start.
#pragma once

#include <memory>
#include <string>

#include "base/error.h"
#include "baseline/baseline.h"
#include "rules/rule_set.h"
#include "sluice/scan/scan_options.h"

namespace sluice {

// Returns the path of our baseline: the one that --baseline names, or the
// default one in the scanned directory.
std::string own_baseline_path(const ScanOptions& options);

// Loads the named baselines, and .gitleaksignore and .betterleaksignore of the
// scanned directory. Our own baseline there is loaded only if no other is
// named. Returns null if there is none, or if baselines are to be ignored.
// `rules` must outlive the result. Errors: kConfig, for a file that cannot be
// read or is not a baseline.
Result<std::unique_ptr<Baseline>> load_baselines(const ScanOptions& options,
                                                 const RuleSet& rules);

// Prints the first stale entries on standard error. `by` chooses which entries
// are compared.
void tell_stale(const Baseline& baseline, const ScanOptions& options,
                Baseline::By by = Baseline::By::kEither);

}  // namespace sluice
