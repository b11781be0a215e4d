// CLI11 as every command of ours uses it: its exceptions become errors, and the
// help pages are ours (help.h).
// Thread-safety: none is needed; called once, at start.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "options.h"

namespace sluice {

// CLI11 takes a positional such as `[id]` apart as a list, and `[]` away. So
// commands declare none: the words are what is left over.
struct Words {
  std::vector<std::string> before_dashes;
  std::vector<std::string> after_dashes;  // behind "--": never a command's name

  std::vector<std::string> all() const;
};

// Gives `app` our layout and --help; `usage` is the head of its help. Options
// that are declared from here on stand under `group`; another heading begins
// with the next call of begin_group().
void prepare(CLI::App& app, std::string usage, std::string footer);
void begin_group(CLI::App& app, const std::string& group);

// Reads `arguments`, without the program's name, into what was declared with
// `app`. Errors: kUsage, which points to `help_command`, and to the option that
// may have been meant.
Result<std::variant<Words, PrintAndExit>> parse_words(
    CLI::App& app, std::vector<std::string> arguments,
    const std::string& help_command);

// What --color says: auto, always or never.
Color color_of(const std::string& text);

}  // namespace sluice
