// The coverage in one line, for people.
// Thread-safety: pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "finding/finding.h"
#include "report/shown/found.h"
#include "text/quantity.h"

namespace sluice {

// Returns "3 secrets in 2 files; 1,204 files (18.3 MiB) scanned; skipped: 12
// ignored, 3 symlinks", without a line end. Also counts paths that could not be
// read in full.
std::string summary_line(const FoundCounts& found, const Coverage& coverage);

// Returns the same in lines of at most `columns`, which end between two facts
// where they can.
std::vector<std::string> summary_lines(const FoundCounts& found,
                                       const Coverage& coverage,
                                       std::size_t columns);

}  // namespace sluice
