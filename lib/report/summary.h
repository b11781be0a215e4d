// The ledger in one line, for people.
// Thread-safety: pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "finding/finding.h"
#include "text/quantity.h"

namespace sluice {

struct FoundCounts {
  std::uint64_t places = 0;  // findings
  std::uint64_t files = 0;   // that have any
  // How many different ones; not there: nobody knows.
  std::optional<std::uint64_t> secrets = std::nullopt;
};

// "3 secrets in 2 files; 1,204 files (18.3 MiB) scanned; skipped: 12 ignored, 3
// symlinks", without a line end. What could not be read in full is counted too.
std::string summary_line(const FoundCounts& found, const Coverage& coverage);

// The same where a secret is counted at each of its places.
inline std::string summary_line(std::uint64_t secrets, std::uint64_t files_with,
                                const Coverage& coverage) {
  return summary_line({secrets, files_with, secrets}, coverage);
}

}  // namespace sluice
