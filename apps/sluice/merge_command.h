// `sluice report merge`: several reports of ours, shards of one scan or others,
// in one.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "options.h"
#include "report_outputs.h"

namespace sluice {

struct MergeOptions {
  std::vector<std::string> inputs;  // "-": standard input
  std::vector<ReportRequest> reports;
  bool show_secrets = false;
  bool quiet = false;
  bool require_files = false;        // to have scanned none is to be incomplete
  bool self_allowed_counts = false;  // --self-allowed fail
  Color color = Color::kAuto;
};

// `arguments` are those behind the program's name. Errors: kUsage.
Result<std::variant<MergeOptions, PrintAndExit>> parse_merge_options(
    const std::vector<std::string>& arguments);

// Returns the exit code.
Result<int> run_merge(const MergeOptions& options);

}  // namespace sluice
