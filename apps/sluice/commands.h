// The commands: one table, from which the dispatch, the overview, the
// completions and the manual page are made.
// Thread-safety: none is needed; used by the main thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "sluice/scan/scan_options.h"

namespace sluice {

// The argument that a command takes, for the completions.
enum class Operand : std::uint8_t { kPath, kRuleId, kCommand, kShell, kNone };

using Arguments = std::vector<std::string>;

struct Command {
  std::string_view name;  // in words: "rules list"
  std::string_view summary;
  Operand operand;
  // Runs the command and returns the exit code. `arguments` begin with the
  // words of its name.
  int (*run)(const Arguments& arguments);
  // Returns the help page. `arguments` end with --help.
  Result<PrintAndExit> (*help)(const Arguments& arguments);
};

// Returns the commands in the order of the overview. A name of two words comes
// after the command that is named by its first word.
std::span<const Command> commands();

// Runs the command line, without the program's name, and returns the exit code.
int run_command(const Arguments& arguments);

// Returns the abbreviated id of the commit of the build, or "unknown" if the
// build had no repository. The build generates it.
const char* version_commit();

// Returns a line each for the version, the commit, the built-in rules and the
// vector instructions in use.
std::string version_text();

}  // namespace sluice
