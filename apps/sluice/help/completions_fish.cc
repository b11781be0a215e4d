#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sluice/help/completions.h"

namespace sluice {
namespace {

constexpr std::string_view kFishHead =
    R"(# fish completion of sluice, written by `sluice completions fish`.

function __sluice_command
    set -l command
    for word in (commandline -opc)[2..-1]
        switch "$command $word"
)";

constexpr std::string_view kBehindCommands = R"(        end
    end
    printf '%s\n' "$command"
end

# Whether one of these commands was named.
function __sluice_is
    contains -- (__sluice_command) $argv
end

complete -c sluice -f
)";

constexpr std::string_view kFishQuote = "\\'";

std::string fish_quoted(std::string_view text) {
  std::string doubled;
  for (const char c : text) {
    if (c == '\\') doubled += '\\';
    doubled += c;
  }
  return in_quotes(doubled, kFishQuote);
}

// "complete -c sluice -n '__sluice_is ...'" for a command.
std::string line_for(std::string_view name) {
  return fmt::format(
      "complete -c sluice -n {}",
      fish_quoted(name == "scan"
                      ? "__sluice_is scan ''"
                      : fmt::format("__sluice_is {}", fish_quoted(name))));
}

std::string option_line(const CommandToComplete& command,
                        const OptionInfo& option) {
  std::string line = line_for(command.name);
  for (const std::string& name : option.names)
    line += name.starts_with("--") ? " -l " + name.substr(2)
                                   : " -s " + name.substr(1);
  if (takes_file(option))
    line += " -r -F";
  else if (!option.value.empty())
    line += " -x";
  if (!option.choices.empty())
    line += fmt::format(" -a '{}'", fmt::join(option.choices, " "));
  return line + fmt::format(" -d {}\n", fish_quoted(option.help));
}

// Writes a line for each command that can follow `name`.
std::string word_lines(std::string_view name, std::string_view when,
                       std::span<const CommandToComplete> commands) {
  const std::string head = name.empty() ? "" : std::string(name) + ' ';
  std::string lines;
  for (const std::string& word : words_behind(name, commands))
    for (const CommandToComplete& command : commands)
      if (command.name == head + word)
        lines += fmt::format(
            "complete -c sluice -n {} -a {} -d {}\n",
            fish_quoted(fmt::format("__sluice_is {}", fish_quoted(when))),
            fish_quoted(word), fish_quoted(command.summary));
  return lines;
}

std::string operand_lines(const CommandToComplete& command,
                          std::span<const CommandToComplete> commands) {
  switch (command.operand) {
    case Operand::kPath:
      return line_for(command.name) + " -F\n";
    case Operand::kRuleId:
      return line_for(command.name) +
             " -a '(sluice rules list 2>/dev/null | string split -f1 \\t)'\n";
    case Operand::kCommand:
      return word_lines(command.name == "help" ? "" : command.name,
                        command.name, commands);
    case Operand::kShell:
      return line_for(command.name) +
             fmt::format(" -a '{}'\n", fmt::join(kShells, " "));
    case Operand::kNone:
      return {};
  }
  return {};
}

}  // namespace

std::string fish_completion(std::span<const CommandToComplete> commands) {
  std::string script(kFishHead);
  for (const CommandToComplete& command : commands) {
    const std::size_t blank = command.name.rfind(' ');
    const bool is_long = blank != std::string::npos;
    script += fmt::format(
        "            case '{} {}'\n                set command {}\n",
        is_long ? command.name.substr(0, blank) : "",
        is_long ? command.name.substr(blank + 1) : command.name,
        fish_quoted(command.name));
  }
  script += kBehindCommands;
  script += word_lines("", "", commands);
  for (const CommandToComplete& command : commands) {
    script += operand_lines(command, commands);
    for (const OptionInfo& option : command.options)
      script += option_line(command, option);
  }
  return script;
}

}  // namespace sluice
