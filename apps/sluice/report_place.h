// Where reports stand: their paths in the git repository, and their files in
// what is scanned. For all, `paths` are those of the command line: the paths of
// a report are relative to the only one, if that is a directory, or else to the
// working directory (FileReport::root).
// Thread-safety: none is needed; called once, at start.
#pragma once

#include <string>
#include <vector>

#include "report/shown/repository_path.h"
#include "report_outputs.h"

namespace sluice {

// Empty if what is scanned lies in no repository.
RepositoryBase repository_place(const std::vector<std::string>& paths);

// Globs as those of --exclude that fit the reports of this scan, so that an
// earlier one is not scanned, nor the one that is being written.
std::vector<std::string> own_report_globs(
    const std::vector<ReportRequest>& requests,
    const std::vector<std::string>& paths);

}  // namespace sluice
