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
  bool complete = false;  // everything asked for was read in full
  bool interrupted = false;
  std::uint64_t files = 0;       // that were scanned
  bool files_elsewhere = false;  // other shards have files
};

// The stages in which a scan of a repository meets what it cannot read, in the
// order of the coverage (Incomplete::place).
struct IncompleteStage {
  enum : std::uint32_t { kRepository, kIgnoreFile, kFile };
};

// What was found in a repository, or in several.
struct RepositoryReports {
  std::vector<std::unique_ptr<FileReport>> files;  // in their order
  Coverage coverage;
  // The submodules that were met on the way, and what became of them there.
  SubmoduleMoves submodules;
  std::uint64_t commits = 0;     // of a history
  bool files_elsewhere = false;  // other shards have files

  // Puts those of another repository behind. Its submodules stay its own.
  void append(RepositoryReports more);
};

// Hands the reports and then the coverage to the sink. `all_count`: a finding
// that the change itself allows counts as found. Error: what the sink returned.
Result<RepositoryOutcome> report_all(RepositoryReports reports,
                                     const ToolInfo& tool, bool all_count,
                                     FindingSink& sink);

}  // namespace sluice
