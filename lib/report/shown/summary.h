// The coverage in one line, for people.
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
  // The number of different ones, if known.
  std::optional<std::uint64_t> secrets = std::nullopt;
};

// Returns "3 secrets in 2 files; 1,204 files (18.3 MiB) scanned; skipped: 12
// ignored, 3 symlinks", without a line end. Also counts paths that could not be
// read in full.
std::string summary_line(const FoundCounts& found, const Coverage& coverage);

// Counts for a report that does not compare secrets. The parts of one file's
// report must come one after the other.
class FoundCounter {
 public:
  void add(const FileReport& report) {
    if (report.findings.empty()) return;
    if (found_.files == 0 || report.location != last_) ++found_.files;
    last_ = report.location;
    found_.places += report.findings.size();
  }
  const FoundCounts& found() const { return found_; }

 private:
  FoundCounts found_;
  Location last_;
};

}  // namespace sluice
