// Scans what is about to be committed: `sluice git --staged`, `--unstaged`,
// `--untracked`.
// Thread-safety: one call at a time for a sink.
// Memory: the reports of the changed files, and two versions of one file.
#pragma once

#include "base/error.h"
#include "finding/sink.h"
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
};

// Errors: what git said, before anything reaches the sink; or what the sink
// returned.
Result<RepositoryOutcome> scan_changes(const GitRepository& repository,
                                       const ChangeScan& request,
                                       const ScanTools& tools,
                                       const ToolInfo& tool, LeftOut left_out,
                                       FindingSink& sink);

}  // namespace sluice
