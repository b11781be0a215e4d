// `sluice report convert`: writes a report in json or jsonl in other formats.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "sluice/report/report_outputs.h"
#include "sluice/scan/scan_options.h"

namespace sluice {

struct ConvertOptions {
  std::string input;  // "-" is standard input
  std::vector<ReportRequest> reports;
  bool show_secrets = false;
  Color color = Color::kAuto;
};

// `arguments` do not contain the program's name. Errors: kUsage.
Result<std::variant<ConvertOptions, PrintAndExit>> parse_convert_options(
    const std::vector<std::string>& arguments);

// Returns the exit code.
Result<int> run_convert(const ConvertOptions& options);

}  // namespace sluice
