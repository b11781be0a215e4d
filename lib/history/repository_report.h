// The end of every scan of a repository.
// Thread-safety: one thread.
#pragma once

#include <memory>
#include <vector>

#include "base/error.h"
#include "finding/sink.h"
#include "history/submodules.h"

namespace sluice {

struct RepositoryOutcome {
  bool found = false;     // any secret that counts
  bool complete = false;  // all that was asked for was read in full
  bool interrupted = false;
  std::uint64_t files = 0;  // that were scanned
  // Other shards, or an earlier scan (--known), have read files.
  bool files_elsewhere = false;
};

// The stages of the scan of a repository that may fail to read something, in
// the order of the coverage (Incomplete::place).
struct IncompleteStage {
  enum : std::uint32_t { kRepository, kIgnoreFile, kFile };
};

// The findings of a repository, or of several.
struct RepositoryReports {
  std::vector<std::unique_ptr<FileReport>> files;  // in their order
  Coverage coverage;
  // The submodules that were met on the way, and what became of them there.
  SubmoduleMoves submodules;
  std::uint64_t commits = 0;  // of a history
  // Other shards, or an earlier scan (--known), have read files.
  bool files_elsewhere = false;

  // Appends those of another repository. Its submodules stay its own, and the
  // counts of what was scanned are in ScanTools::tallies, which both share.
  void append(RepositoryReports more);
};

// Passes the reports and then the coverage to the sink. With `all_count`, a
// finding that the change itself allows counts as found. Error: the sink's.
Result<RepositoryOutcome> report_all(RepositoryReports reports,
                                     const ToolInfo& tool, bool all_count,
                                     FindingSink& sink);

}  // namespace sluice
