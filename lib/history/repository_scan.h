// Scans a repository and, if asked for, its submodules.
// Thread-safety: one call at a time for a sink.
// Memory: that of change_scan.h and history_scan.h, and all reports.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "finding/sink.h"
#include "git/git_repository.h"
#include "history/blob_scan.h"
#include "history/change_scan.h"
#include "history/commit_list.h"
#include "history/left_out.h"
#include "history/repository_report.h"
#include "history/self_allowed.h"

namespace sluice {

struct RepositoryScan {
  ChangeScan changes;     // if any are asked for; otherwise
  CommitsToScan commits;  // these
  bool submodules = false;
  std::optional<SelfAllowed> self_allowed;  // not set if nothing is marked
  std::vector<std::string> notes;           // the first notes of the coverage
};

// Errors: kUsage and kIo, before anything reaches the sink; or the sink's.
// After an interrupt the findings so far are reported.
Result<RepositoryOutcome> scan_repository(const GitRepository& repository,
                                          const RepositoryScan& request,
                                          const ScanTools& tools,
                                          const ToolInfo& tool,
                                          LeftOut left_out, FindingSink& sink);

}  // namespace sluice
