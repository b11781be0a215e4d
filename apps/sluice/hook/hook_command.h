// `sluice hook install|uninstall [REPO]`: git's pre-commit hook.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "sluice/scan/scan_options.h"

namespace sluice {

struct HookOptions {
  bool install = true;
  std::string repository;  // empty for the one of the working directory
};

// `arguments` begin with the command's name. Errors: kUsage.
Result<std::variant<HookOptions, PrintAndExit>> parse_hook_options(
    std::vector<std::string> arguments);

// Returns the exit code.
Result<int> run_hook(const HookOptions& options);

}  // namespace sluice
