// What the shells complete on a command line of ours: `sluice completions`.
// Thread-safety: plain values and pure functions.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "commands.h"
#include "help.h"

namespace sluice {

inline constexpr std::array<std::string_view, 3> kShells = {"bash", "zsh",
                                                            "fish"};

struct CommandToComplete {
  std::string name;  // in words: "rules list"
  std::string summary;
  Operand operand;
  std::vector<OptionInfo> options;
};

// A script for each. What no command was named for is completed as for `scan`.
// None of the texts may hold a line end.
std::string bash_completion(std::span<const CommandToComplete> commands);
std::string zsh_completion(std::span<const CommandToComplete> commands);
std::string fish_completion(std::span<const CommandToComplete> commands);

// --- what they have in common ---

// Whether the option takes the name of a file.
bool takes_file(const OptionInfo& option);

// The words that can follow `name`: those of its commands.
std::vector<std::string> words_behind(
    std::string_view name, std::span<const CommandToComplete> commands);

// `text` in single quotes, as the three shells read it; `escape` is what stands
// for a quote in it.
std::string in_quotes(std::string_view text, std::string_view escape = "'\\''");

}  // namespace sluice
