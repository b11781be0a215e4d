// Scans a repository and, if asked for, the submodules in it.
// Thread-safety: one call at a time for a sink.
// Memory: as change_scan.h and history_scan.h have it, and all reports.
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
  std::optional<SelfAllowed> self_allowed;  // nothing: nothing is marked
  std::vector<std::string> notes;           // that the coverage begins with
};

// Errors: kUsage and kIo, before anything reaches the sink; or what the sink
// returned. After an interrupt what was found so far is reported.
Result<RepositoryOutcome> scan_repository(const GitRepository& repository,
                                          const RepositoryScan& request,
                                          const ScanTools& tools,
                                          const ToolInfo& tool,
                                          LeftOut left_out, FindingSink& sink);

}  // namespace sluice
