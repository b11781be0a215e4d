// For bash without the functions of the package bash-completion, so that it
// works where that is not loaded.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sluice/help/completions.h"

namespace sluice {
namespace {

constexpr std::string_view kBashHead =
    R"(# bash completion of sluice, written by `sluice completions bash`.

_sluice() {
  local cur=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]}
  # `=` is a word of its own here: "--format" "=" "js".
  if [[ $cur == = ]]; then
    cur=
  elif [[ $option == = ]] && ((COMP_CWORD > 2)); then
    option=${COMP_WORDS[COMP_CWORD-2]}
  fi
  local command= word
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$command $word" in
)";

constexpr std::string_view kTail = R"(  esac
  if [[ $values == FILES ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
  elif [[ $cur == -* && -z $is_value ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
  else
    mapfile -t COMPREPLY < <(compgen -W "$values" -- "$cur")
    if [[ $values != "$words" || -n $is_value ]]; then return; fi
    compopt -o filenames 2>/dev/null
    if [[ -n $paths ]]; then
      mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$cur")
    fi
  fi
}

complete -F _sluice sluice
)";

// Returns the bash code that completes an operand.
std::string operand_words(const CommandToComplete& command,
                          std::span<const CommandToComplete> commands) {
  switch (command.operand) {
    case Operand::kRuleId:
      return "$(\"${COMP_WORDS[0]}\" rules list 2>/dev/null | cut -f1)";
    case Operand::kCommand:
      return fmt::format(
          "{}", fmt::join(words_behind(command.name == "help" ? std::string()
                                                              : command.name,
                                       commands),
                          " "));
    case Operand::kShell:
      return fmt::format("{}", fmt::join(kShells, " "));
    case Operand::kPath:
    case Operand::kNone:
      return {};
  }
  return {};
}

std::string body_of(const CommandToComplete& command,
                    std::span<const CommandToComplete> commands) {
  std::string names;
  std::string values;
  for (const OptionInfo& option : command.options) {
    names += fmt::format("{}{}", names.empty() ? "" : " ",
                         fmt::join(option.names, " "));
    if (option.value.empty()) continue;
    values += fmt::format(
        "        {}) is_value=1 values={} ;;\n", fmt::join(option.names, "|"),
        takes_file(option)
            ? "FILES"
            : fmt::format("'{}'", fmt::join(option.choices, " ")));
  }
  return fmt::format(
      "      options='{}'\n"
      "      words=\"{}\" values=$words paths={}\n"
      "      case $option in\n{}      esac\n"
      "      ;;\n",
      names, operand_words(command, commands),
      command.operand == Operand::kPath ? "1" : "", values);
}

}  // namespace

std::string bash_completion(std::span<const CommandToComplete> commands) {
  std::string script(kBashHead);
  for (const CommandToComplete& command : commands) {
    const std::size_t blank = command.name.rfind(' ');
    const bool is_long = blank != std::string::npos;
    script +=
        fmt::format("      '{} {}') command={} ;;\n",
                    is_long ? command.name.substr(0, blank) : "",
                    is_long ? command.name.substr(blank + 1) : command.name,
                    in_quotes(command.name));
  }
  script +=
      "    esac\n  done\n"
      "  local options= words= values= paths= is_value=\n"
      "  case $command in\n";
  for (const CommandToComplete& command : commands) {
    if (command.name != "scan") {
      script += fmt::format("    {})\n{}", in_quotes(command.name),
                            body_of(command, commands));
      continue;
    }
    script += "    scan)\n" + body_of(command, commands);
    // Without a command, the word may be a command or a path to scan.
    std::string body = body_of(command, commands);
    const std::string none = "words=\"\"";
    body.replace(body.find(none), none.size(),
                 fmt::format("words=\"{}\"",
                             fmt::join(words_behind("", commands), " ")));
    script += "    '')\n" + body;
  }
  return script += kTail;
}

}  // namespace sluice
