#include "sluice/help/completions.h"

namespace sluice {

bool takes_file(const OptionInfo& option) {
  return option.value == "FILE" || option.value == "DIR" ||
         option.value == "PATH";
}

std::vector<std::string> words_behind(
    std::string_view name, std::span<const CommandToComplete> commands) {
  const std::string head =
      name.empty() ? std::string() : std::string(name) + ' ';
  std::vector<std::string> words;
  for (const CommandToComplete& command : commands) {
    const std::string_view known = command.name;
    if (!known.starts_with(head)) continue;
    const std::string_view word = known.substr(head.size());
    if (word.find(' ') == std::string_view::npos) words.emplace_back(word);
  }
  return words;
}

std::string in_quotes(std::string_view text, std::string_view escape) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'')
      quoted += escape;
    else
      quoted += c;
  }
  return quoted + '\'';
}

}  // namespace sluice
