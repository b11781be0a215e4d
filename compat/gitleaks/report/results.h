// The findings and the coverage of a gitleaks-compatible scan, per worker and
// in total. gitleaks passes over much in silence; here every skip is counted or
// named.
// Thread-safety: plain values and pure functions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gitleaks/detector/finding.h"

namespace sluice {

// Why something was passed over.
enum class GitleaksSkip : std::uint8_t {
  kAllowlisted,  // a path of a global allowlist; a directory counts once
  kArchive,      // by its name
  kBinary,       // by its first bytes
  kSymlink,
  kSpecial,   // a pipe, a socket or a device
  kTooLarge,  // --max-target-megabytes
  kOwn,       // the configuration or the baseline
  kUnmerged,  // git has no patch for it
};
inline constexpr std::array<std::string_view, 8> kGitleaksSkipNames = {
    "allowlisted",    "archives by name", "binary by their first bytes",
    "symbolic links", "special files",    "too large",
    "own files",      "in conflict"};

struct GitleaksCoverage {
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  std::array<std::uint64_t, kGitleaksSkipNames.size()>
      skipped{};  // by GitleaksSkip
  // Files that could not be read in full, as "path: why", in the walk's order.
  std::vector<std::string> problems;

  void skip(GitleaksSkip reason, std::uint64_t count = 1) {
    skipped[static_cast<std::size_t>(reason)] += count;
  }
};

// "scanned 12 files; passed over: 3 allowlisted, 1 symbolic links". Empty if
// nothing was passed over.
std::string skipped_line(const GitleaksCoverage& coverage);

// The results of one worker, or of the thread that feeds the workers. Each item
// has a sequence number; the report is sorted by it.
struct GitleaksResults {
  std::vector<std::pair<std::uint64_t, GitleaksFinding>> leaks;
  std::vector<std::pair<std::uint64_t, std::string>> problems;
  GitleaksCoverage coverage;
  bool expired = false;  // the deadline cut the scan short
};

struct GitleaksScanOutcome {
  std::vector<GitleaksFinding> leaks;
  GitleaksCoverage coverage;
  bool expired = false;                  // the deadline came before the end
  std::optional<std::uint64_t> commits;  // that add something; of a history
};

GitleaksScanOutcome gather(std::vector<GitleaksResults> results);

}  // namespace sluice
