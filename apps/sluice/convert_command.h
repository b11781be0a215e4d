// `sluice report convert`: our json or jsonl in, another format out.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "options.h"
#include "report_outputs.h"

namespace sluice {

struct ConvertOptions {
  std::string input;  // "-": standard input
  std::vector<ReportRequest> reports;
  bool show_secrets = false;
  Color color = Color::kAuto;
};

// `arguments` are those behind the program's name. Errors: kUsage.
Result<std::variant<ConvertOptions, PrintAndExit>> parse_convert_options(
    const std::vector<std::string>& arguments);

// Returns the exit code.
Result<int> run_convert(const ConvertOptions& options);

}  // namespace sluice
