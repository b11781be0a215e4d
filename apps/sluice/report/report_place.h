// The place of a report's paths in the git repository, and of the report's file
// in the scanned tree. `paths` are those of the command line. A report's paths
// are relative to the only one of them if it is a directory, else to the
// working directory (FileReport::root).
// Thread-safety: none is needed; called once, at start.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "report/shown/repository_path.h"
#include "sluice/report/report_outputs.h"

namespace sluice {

// The result is empty if the scanned path is not in a repository.
RepositoryBase repository_place(const std::vector<std::string>& paths);

// Returns an error if a name in `path` is a symbolic link in the scanned tree,
// because the author of that tree chose where it leads. Links in other
// directories belong to the user, and so do those of /dev and /proc. Error:
// kUsage.
Result<void> refuse_scanned_links(const std::string& path,
                                  const std::vector<std::string>& scanned);

// Returns globs for --exclude that match the reports of this scan, so that
// neither an earlier report nor the current one is scanned.
std::vector<std::string> own_report_globs(
    const std::vector<ReportRequest>& requests,
    const std::vector<std::string>& paths);

}  // namespace sluice
