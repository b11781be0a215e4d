// `sluice hook agent`: answers one message of an agent's hook.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "sluice/hook/agent.h"
#include "sluice/scan/scan_options.h"

namespace sluice {

struct AgentHookOptions {
  ScanOptions scan;
  Agent agent = Agent::kClaude;
  bool fail_closed = false;
};

// `arguments` begin with the command's name. Errors: kUsage, kConfig.
Result<std::variant<AgentHookOptions, PrintAndExit>> parse_agent_hook_options(
    std::vector<std::string> arguments);

// Runs the command, and returns the exit code. No agent takes it for a decision
// to block, unless the arguments have --fail-closed: even if they are wrong, or
// the configuration is.
int run_agent_hook(const std::vector<std::string>& arguments);

}  // namespace sluice
