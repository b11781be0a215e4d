// `sluice lsp`: a server of the Language Server Protocol.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "sluice/scan/scan_options.h"

namespace sluice {

struct LspOptions {
  // From which the options of each directory are read.
  std::vector<std::string> arguments;
};

// `arguments` begin with the command's name. Errors: kUsage, kConfig.
Result<std::variant<LspOptions, PrintAndExit>> parse_lsp_options(
    std::vector<std::string> arguments);

// Returns the exit code.
Result<int> run_lsp(const LspOptions& options);

}  // namespace sluice
