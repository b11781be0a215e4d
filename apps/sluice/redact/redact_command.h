// `sluice redact [FILE...]`: texts again, with their secrets replaced.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "redact/replacement.h"
#include "sluice/scan/scan_options.h"

namespace sluice {

struct RedactOptions {
  ScanOptions scan;  // its paths are the texts; "-" is standard input
  RedactChoices choices;
  std::string folder;  // of -o; empty if there is none
  bool in_place = false;
  bool check = false;  // write nothing
};

// `arguments` begin with the command's name. Errors: kUsage, kConfig.
Result<std::variant<RedactOptions, PrintAndExit>> parse_redact_options(
    std::vector<std::string> arguments);

// Returns the exit code.
Result<int> run_redact(const RedactOptions& options);

}  // namespace sluice
