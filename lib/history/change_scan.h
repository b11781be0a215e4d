// Scans the changes that are not committed yet: `sluice git --staged`,
// `--unstaged`, `--untracked`.
// Thread-safety: one call at a time.
// Memory: the reports of the changed files, and two versions of one file.
#pragma once

#include <string>

#include "base/error.h"
#include "git/git_repository.h"
#include "history/blob_scan.h"
#include "history/left_out.h"
#include "history/repository_report.h"

namespace sluice {

struct ChangeScan {
  bool staged = false;
  bool unstaged = false;
  bool untracked = false;
  // Report findings on all lines of a changed file, not only on the new ones.
  bool whole_files = false;

  bool any() const { return staged || unstaged || untracked; }
};

// `prefix` is the path from the top of the working tree of `top` to that of
// `repository`: the place of a submodule, with a slash at the end, or "". After
// an interrupt, the result has the findings so far. Error: git's words.
Result<RepositoryReports> scan_changes(const GitRepository& top,
                                       const GitRepository& repository,
                                       const std::string& prefix,
                                       const ChangeScan& request,
                                       const ScanTools& tools,
                                       LeftOut* left_out);

}  // namespace sluice
