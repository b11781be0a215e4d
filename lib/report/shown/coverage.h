// The coverage entry by entry, for the formats that write it in words.
// Thread-safety: pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "finding/finding.h"

namespace sluice {

enum class CoverageKind : std::uint8_t {
  kIncomplete,  // could not be read in full
  kSkipped,     // skipped, and has a name
  kNote,        // one of Coverage::notes
  kPolicy,      // the configuration disabled it
};

struct CoverageEntry {
  CoverageKind kind;
  std::string path;  // bytes, as in the report; empty for a note
  std::string text;  // why; maybe not UTF-8
};

// Returns the entries; those that could not be read in full come first.
std::vector<CoverageEntry> coverage_entries(const Coverage& coverage);

// Returns the configuration in use, its origin and what it turned off:
// "configuration: .sluice.toml of the scanned tree; 2 rules, none of the
// default ones; 1 rule disabled". Visible. Empty if there is no configuration
// and nothing was turned off.
std::string policy_sentence(const Coverage& coverage);

// One entry in words, visible: "could not read a/b: Permission denied".
std::string coverage_sentence(const CoverageEntry& entry);

// The counts with their names: "files_scanned", "skipped_ignored" and so on.
std::vector<std::pair<std::string, std::uint64_t>> coverage_counts(
    const Coverage& coverage);

}  // namespace sluice
