// One call of _arguments for each command. The words of a command's name count
// as operands for it, which does no harm: every operand is completed alike.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sluice/help/completions.h"

namespace sluice {
namespace {

constexpr std::string_view kZshHead =
    R"zsh(#compdef sluice
# zsh completion of sluice, written by `sluice completions zsh`.

_sluice_rule_ids() {
  local -a ids
  ids=(${(f)"$(_call_program rules $words[1] rules list 2>/dev/null)"})
  ids=(${ids%%$'\t'*})
  compadd -a ids
}

)zsh";

// Escapes `:`, `[` and `]`, which have a meaning for _arguments.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == ':' || c == '[' || c == ']' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string specs_of(const OptionInfo& option) {
  std::string specs;
  for (const std::string& name : option.names) {
    const bool is_long = name.starts_with("--");
    std::string spec =
        fmt::format("{}{}{}[{}]", option.value.empty() ? "" : "*", name,
                    option.value.empty() ? ""
                    : is_long            ? "="
                                         : "+",
                    escaped(option.help));
    if (!option.value.empty()) {
      spec += fmt::format(":{}:", escaped(option.value));
      if (takes_file(option))
        spec += "_files";
      else if (!option.choices.empty())
        spec += fmt::format("({})", fmt::join(option.choices, " "));
    }
    specs += fmt::format(" \\\n    {}", in_quotes(spec));
  }
  return specs;
}

// A function that completes the words after `name`.
std::string words_function(std::string_view name,
                           std::span<const CommandToComplete> commands) {
  const std::string head = name.empty() ? "" : std::string(name) + ' ';
  std::string text =
      fmt::format("_sluice_words_{}() {{\n  local -a words_of=(\n", name);
  for (const std::string& word : words_behind(name, commands))
    for (const CommandToComplete& command : commands)
      if (command.name == head + word)
        text += fmt::format(
            "    {}\n",
            in_quotes(fmt::format("{}:{}", word, escaped(command.summary))));
  return text + "  )\n  _describe -t commands 'command' words_of\n}\n\n";
}

std::string operand_of(const CommandToComplete& command) {
  switch (command.operand) {
    case Operand::kPath:
      return "*:path:_files";
    case Operand::kRuleId:
      return "*:rule:_sluice_rule_ids";
    case Operand::kCommand:
      return "*:command:_sluice_words_" +
             (command.name == "help" ? std::string() : command.name);
    case Operand::kShell:
      return fmt::format("*:shell:({})", fmt::join(kShells, " "));
    case Operand::kNone:
      return "*: :_message \"no more arguments\"";
  }
  return {};
}

}  // namespace

std::string zsh_completion(std::span<const CommandToComplete> commands) {
  std::string script(kZshHead);
  script += words_function("", commands);
  std::string known;
  std::string cases;
  for (const CommandToComplete& command : commands) {
    if (command.operand == Operand::kCommand && command.name != "help")
      script += words_function(command.name, commands);
    const std::size_t blank = command.name.rfind(' ');
    const bool is_long = blank != std::string::npos;
    known +=
        fmt::format("      '{} {}') command={} ;;\n",
                    is_long ? command.name.substr(0, blank) : "",
                    is_long ? command.name.substr(blank + 1) : command.name,
                    in_quotes(command.name));
    std::string specs;
    for (const OptionInfo& option : command.options) specs += specs_of(option);
    const auto call = [&](std::string_view name, std::string_view operand) {
      cases += fmt::format("    {})\n  _arguments -s{} \\\n    {}\n  ;;\n",
                           in_quotes(name), specs, in_quotes(operand));
    };
    call(command.name, operand_of(command));
    if (command.name == "scan") call("", "*:path:{ _sluice_words_; _files }");
  }
  return script + "_sluice() {\n  local command= word\n" +
         "  for word in \"${(@)words[2,CURRENT-1]}\"; do\n" +
         "    case \"$command $word\" in\n" + known + "    esac\n  done\n" +
         "  case $command in\n" + cases + "  esac\n}\n\n" +
         "if [[ $zsh_eval_context[-1] == loadautofunc ]]; then\n" +
         "  _sluice \"$@\"\nelse\n  compdef _sluice sluice\nfi\n";
}

}  // namespace sluice
