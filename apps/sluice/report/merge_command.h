// `sluice report merge`: joins several reports, of the shards of one scan or of
// different scans.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "sluice/report/report_outputs.h"
#include "sluice/scan/scan_options.h"

namespace sluice {

struct MergeOptions {
  std::vector<std::string> inputs;  // "-" is standard input
  std::vector<ReportRequest> reports;
  bool show_secrets = false;
  bool quiet = false;
  bool require_files = false;        // no scanned file means incomplete
  bool self_allowed_counts = false;  // --self-allowed fail
  Color color = Color::kAuto;
};

// `arguments` do not contain the program's name. Errors: kUsage.
Result<std::variant<MergeOptions, PrintAndExit>> parse_merge_options(
    const std::vector<std::string>& arguments);

// Returns the exit code.
Result<int> run_merge(const MergeOptions& options);

}  // namespace sluice
