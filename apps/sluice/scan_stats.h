// The output of --stats.
// Thread-safety: the main thread.
#pragma once

#include "options.h"
#include "rules/rule_set.h"
#include "scan/scanner.h"

namespace sluice {

// Prints on standard error.
void print_stats(const ScanStats& stats, const ScanOptions& options,
                 const RuleSet& rules);

}  // namespace sluice
