// `sluice scan --list-files` and `--explain-skip`: the walk without the scan.
#pragma once

#include <string>
#include <string_view>

#include "finding/finding.h"
#include "sluice/scan/scan_options.h"
#include "walk/explain.h"
#include "walk/walk_options.h"

namespace sluice {

// Each returns the exit code.
Result<int> run_list_files(const ScanOptions& options);
Result<int> run_explain_skip(const ScanOptions& options);

// Returns "PATH: left out by .gitignore:3: *.o", and the like.
std::string skip_sentence(const std::string& path, const Explanation& why);

// Returns the options of the walk.
WalkOptions walk_options(const ScanOptions& options);

// Prints a path that was skipped, with --verbose.
void log_skip(std::string_view path, Skip reason);

}  // namespace sluice
