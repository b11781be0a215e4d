// `sluice dir` and `sluice stdin`: as gitleaks (gitleaks/leak_scan.h).
#pragma once

#include "leak_options.h"

namespace sluice {

// Returns the exit code.
Result<int> run_leak_command(const LeakOptions& options);

}  // namespace sluice
