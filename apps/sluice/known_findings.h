// The baselines of a scan: those that were named, or the ones that lie in the
// scanned directory.
// Thread-safety: none is needed; called once, at start.
#pragma once

#include <memory>
#include <string>

#include "base/error.h"
#include "baseline/baseline.h"
#include "options.h"
#include "rules/rule_set.h"

namespace sluice {

// Our baseline, as --baseline names it, or where it is by default: in the
// directory that is scanned.
std::string own_baseline_path(const ScanOptions& options);

// .gitleaksignore counts wherever it lies in the scanned directory, as it does
// for gitleaks; our own baseline does unless others are named. Null if there is
// none or if they are to be ignored. `rules` must outlive it. Errors: kConfig,
// for a file that cannot be read or is no baseline.
Result<std::unique_ptr<Baseline>> load_baselines(const ScanOptions& options,
                                                 const RuleSet& rules);

// On standard error, the first stale entries by name, of those that are known
// by `by`.
void tell_stale(const Baseline& baseline, const ScanOptions& options,
                Baseline::By by = Baseline::By::kEither);

}  // namespace sluice
