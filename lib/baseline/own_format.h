// Our baseline: a head line, then one line a finding, sorted by bytes.
//
//   # sluice baseline 1: known findings, ...
//   github-pat:src/a.py:1f3a9c<TAB>high<TAB>GitHub personal access token
//
// Only the fingerprint is read; what stands behind the first tab is for people,
// and kept when the file is written anew, as are lines that begin with '#'.
// There is no line number and no time in it, so that it changes only when a
// finding comes or goes.
//
// Two branches that add findings merge without a conflict where git is told
// `merge=union` (kMergeAttribute): a line is good wherever it stands, so that
// both sides' lines, in any order, are the right result. Rejected: a layout
// that git merges by itself. It would need an unchanged line between any two
// findings that may ever be added, as thousands of empty sections have it.
//
// Thread-safety: pure functions and plain values.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "baseline/read.h"

namespace sluice {

inline constexpr std::string_view kOwnBaselineName = ".sluice-baseline";
inline constexpr std::string_view kMergeAttribute = "merge=union";

bool is_own_baseline(std::string_view text);

// `text` is one (is_own_baseline). An error for lines that are no entries:
// git's marks of a conflict, above all.
Result<ReadBaseline> read_own_baseline(std::string_view name,
                                       std::string_view text);

// The same file to be changed.
struct OwnBaseline {
  std::vector<std::string> comments;         // with their '#'
  std::map<std::string, std::string> notes;  // by fingerprint: for people

  // `text` may be empty: a new file.
  static Result<OwnBaseline> read(std::string_view name, std::string_view text);
  std::string text() const;
};

// The note of a finding: "high<TAB>description", on one line.
std::string baseline_note(std::string_view confidence,
                          std::string_view description);

// The path of a fingerprint, as it was before it was encoded; empty if `text`
// is no fingerprint.
std::string path_of_fingerprint(std::string_view text);

}  // namespace sluice
