// `sluice mcp`: a server of the Model Context Protocol.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "sluice/scan/scan_options.h"

namespace sluice {

struct McpOptions {
  ScanOptions scan;
  std::vector<std::string> roots;  // real paths of directories
};

// `arguments` begin with the command's name. Errors: kUsage, kConfig.
Result<std::variant<McpOptions, PrintAndExit>> parse_mcp_options(
    std::vector<std::string> arguments);

// Returns the exit code.
Result<int> run_mcp(const McpOptions& options);

}  // namespace sluice
