// The lines in an agent's settings that make it call `sluice hook agent`.
// Thread-safety: pure functions, except the two that write a file.
#pragma once

#include <string>

#include "base/error.h"
#include "sluice/hook/agent.h"

namespace sluice {

struct AgentPlace {
  Agent agent = Agent::kClaude;
  // The settings of the user, for all projects; else those of the project.
  bool of_user = false;
  std::string project;  // a directory; empty for the working directory
};

// Each changes the text of the agent's settings, and returns it. Errors:
// kConfig, in half a sentence, for settings that are no JSON, have comments, or
// are not of the documented form.
// `text` is empty for a new file.
Result<std::string> with_hooks(Agent agent, const std::string& text,
                               const std::string& command, bool fail_closed);
Result<std::string> without_hooks(Agent agent, const std::string& text);

// Each changes the file and prints what it did. Errors: kUsage, kConfig, kIo.
Result<void> install_agent_hooks(const AgentPlace& place, bool fail_closed);
Result<void> uninstall_agent_hooks(const AgentPlace& place);

}  // namespace sluice
