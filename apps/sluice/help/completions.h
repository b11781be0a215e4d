// The completion scripts of `sluice completions`.
// Thread-safety: plain values and pure functions.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/commands.h"
#include "sluice/help/help.h"

namespace sluice {

inline constexpr std::array<std::string_view, 3> kShells = {"bash", "zsh",
                                                            "fish"};

struct CommandToComplete {
  std::string name;  // in words: "rules list"
  std::string summary;
  Operand operand;
  std::vector<OptionInfo> options;
};

// Each returns the script for a shell. A command line without a command is
// completed as one of `scan`. The texts must not contain line ends.
std::string bash_completion(std::span<const CommandToComplete> commands);
std::string zsh_completion(std::span<const CommandToComplete> commands);
std::string fish_completion(std::span<const CommandToComplete> commands);

// --- shared by the three scripts ---

// Whether the option takes the name of a file.
bool takes_file(const OptionInfo& option);

// Returns the words that can follow `name` in the names of `commands`.
std::vector<std::string> words_behind(
    std::string_view name, std::span<const CommandToComplete> commands);

// Returns `text` in single quotes, as the three shells read it. `escape`
// replaces each quote in it.
std::string in_quotes(std::string_view text, std::string_view escape = "'\\''");

}  // namespace sluice
