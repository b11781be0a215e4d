// `sluice hook install|uninstall`: git's pre-commit hook, or an agent's hooks.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "sluice/hook/agent.h"
#include "sluice/scan/scan_options.h"

namespace sluice {

struct HookOptions {
  bool install = true;
  // A repository, or the project of an agent; empty for the working directory.
  std::string repository;
  std::optional<Agent> agent;  // nothing for git's hook
  bool of_user = false;        // of these two, only with an agent
  bool fail_closed = false;
};

// `arguments` begin with the command's name. Errors: kUsage.
Result<std::variant<HookOptions, PrintAndExit>> parse_hook_options(
    std::vector<std::string> arguments);

// Returns the exit code.
Result<int> run_hook(const HookOptions& options);

}  // namespace sluice
