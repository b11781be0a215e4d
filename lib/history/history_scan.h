// Scans commits: `sluice git`, `--since`, A..B.
// Thread-safety: one call at a time.
// Memory: a table of the blobs and paths, and the first places of secrets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/error.h"
#include "git/git_repository.h"
#include "history/blob_scan.h"
#include "history/commit_list.h"
#include "history/left_out.h"
#include "history/repository_report.h"
#include "history/secret_names.h"

namespace sluice {

// The place of a repository among those that a scan enters one after the other;
// it determines the order in the reports of shards.
struct HistoryPlace {
  std::uint64_t step = 0;    // of notes, and of what could not be read
  std::uint64_t commit = 0;  // the number of its first
  // The names of secrets in the shards; filled by the first repository.
  std::optional<SecretNames>* names = nullptr;
};

// `prefix` is put before all paths. It is the place of a submodule in the
// repository that is scanned, with a slash at the end, or "". After an
// interrupt the result has the findings so far. An older commit may have
// brought them in, because not all commits were read. Errors: kUsage and kIo.
Result<RepositoryReports> scan_history(const GitRepository& repository,
                                       const std::string& prefix,
                                       const CommitsToScan& wanted,
                                       const ScanTools& tools,
                                       LeftOut* left_out,
                                       const HistoryPlace& place);

}  // namespace sluice
