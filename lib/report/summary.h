// The ledger in one line, for people.
// Thread-safety: pure functions.
#pragma once

#include <cstdint>
#include <string>

#include "finding/finding.h"

namespace sluice {

// "3 secrets in 2 files; 1,204 files (18.3 MB) scanned; skipped: 12 ignored, 3
// symlinks", without a line end. What could not be read in full is counted too.
std::string summary_line(std::uint64_t secrets, std::uint64_t files_with,
                         const Coverage& coverage);

// With commas: 1,204.
std::string group_digits(std::uint64_t number);

// Bytes in decimal units with one place: "512 B", "18.3 MB".
std::string format_bytes(std::uint64_t bytes);

}  // namespace sluice
