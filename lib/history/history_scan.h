// Scans commits: `sluice git`, `--since`, A..B.
// Thread-safety: one call at a time for a sink.
// Memory: a table of the blobs and paths, and the first places of secrets.
#pragma once

#include "base/error.h"
#include "finding/sink.h"
#include "git/git_repository.h"
#include "history/blob_scan.h"
#include "history/commit_list.h"
#include "history/left_out.h"
#include "history/repository_report.h"

namespace sluice {

// Errors: kUsage and kIo, before anything reaches the sink; or what the sink
// returned.
Result<RepositoryOutcome> scan_history(const GitRepository& repository,
                                       const CommitsToScan& wanted,
                                       const ScanTools& tools,
                                       const ToolInfo& tool, LeftOut left_out,
                                       FindingSink& sink);

}  // namespace sluice
