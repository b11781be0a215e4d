// `sluice dir` and `sluice stdin`: as gitleaks (gitleaks/scan/scan.h).
#pragma once

#include "gitleaks_options.h"

namespace sluice {

// Returns the exit code.
Result<int> run_gitleaks_command(const GitleaksOptions& options);

}  // namespace sluice
