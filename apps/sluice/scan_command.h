// `sluice scan`: rules, engine, scan and report, put together.
#pragma once

#include "options.h"

namespace sluice {

// Returns the exit code.
Result<int> run_scan(const ScanOptions& options);

}  // namespace sluice
