// The commands that there are: one table, from which the dispatch, the
// overview, the completions and the man page come.
// Thread-safety: none is needed; used by the main thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "options.h"

namespace sluice {

// What stands behind a command's options, for the completions.
enum class Operand : std::uint8_t { kPath, kRuleId, kCommand, kShell, kNone };

using Arguments = std::vector<std::string>;

struct Command {
  std::string_view name;  // in words: "rules list"
  std::string_view summary;
  Operand operand;
  // Runs it; `arguments` begin with the words of its name. The exit code.
  int (*run)(const Arguments& arguments);
  // Its help; `arguments` end with --help.
  Result<PrintAndExit> (*help)(const Arguments& arguments);
};

// In the order of the overview. A name in several words follows the first word
// alone, if that is a command too.
std::span<const Command> commands();

// Runs what the command line, without the program's name, asks for. Gives the
// exit code.
int run_command(const Arguments& arguments);

}  // namespace sluice
