// Scans what is about to be committed: `sluice git --staged`, `--unstaged`,
// `--untracked`.
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
  // Findings on all lines of what has changed, not on the new ones alone.
  bool whole_files = false;

  bool any() const { return staged || unstaged || untracked; }
};

// `prefix` leads from the top of the working tree of `top` to that of
// `repository`: where a submodule lies, with a slash behind, or "". After an
// interrupt there is what was found so far. Error: what git said.
Result<RepositoryReports> scan_changes(const GitRepository& top,
                                       const GitRepository& repository,
                                       const std::string& prefix,
                                       const ChangeScan& request,
                                       const ScanTools& tools,
                                       LeftOut* left_out);

}  // namespace sluice
