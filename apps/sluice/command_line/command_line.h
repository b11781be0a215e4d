// The use of CLI11 that all our commands share: its exceptions become errors,
// and help.h prints the help pages.
// Thread-safety: none is needed; called once, at start.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "sluice/scan/scan_options.h"

namespace sluice {

// The arguments that are not options. CLI11 would parse a positional argument
// `[id]` as a list and drop `[]`, so commands declare no positional arguments.
struct Words {
  std::vector<std::string> before_dashes;
  std::vector<std::string> after_dashes;  // after "--": never a command's name

  std::vector<std::string> all() const;
};

// Sets the texts of the help page and adds --help. `usage` is the page's first
// part.
void prepare(CLI::App& app, std::string usage, std::string footer);
// Help pages list the options that are declared from here on under the heading
// `group`, up to the next call.
void begin_group(CLI::App& app, const std::string& group);

// Parses `arguments`, without the program's name, into the variables that were
// declared with `app`. Errors: kUsage. The message names `help_command`, and
// the option that the user may have meant.
Result<std::variant<Words, PrintAndExit>> parse_words(
    CLI::App& app, std::vector<std::string> arguments,
    const std::string& help_command);

// Converts a value of --color: auto, always or never.
Color color_of(const std::string& text);

}  // namespace sluice
