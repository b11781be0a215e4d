#include "redact/text_format.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "text/ascii.h"

namespace sluice {
namespace {

constexpr auto kEndings =
    std::to_array<std::pair<std::string_view, TextFormat>>(
        {{".json", TextFormat::kJson},
         {".jsonl", TextFormat::kJson},
         {".ndjson", TextFormat::kJson},
         {".har", TextFormat::kJson},
         {".ipynb", TextFormat::kJson},
         {".sarif", TextFormat::kJson},
         {".yaml", TextFormat::kYaml},
         {".yml", TextFormat::kYaml},
         {".toml", TextFormat::kToml}});

constexpr std::string_view kSpaces = " \t\r\n";

std::string_view without_blanks_before(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kSpaces), text.size()));
  return text;
}

// `{` or `[`, and then what may follow it in JSON.
bool looks_like_json(std::string_view head) {
  if (head.empty() || (head.front() != '{' && head.front() != '['))
    return false;
  const bool is_object = head.front() == '{';
  const std::string_view next = without_blanks_before(head.substr(1));
  if (next.empty()) return true;
  return std::string_view(is_object ? "\"}" : "\"{[]0123456789-tfn")
             .find(next.front()) != std::string_view::npos;
}

// "name:" or "- item", which a line of YAML mostly is.
bool is_line_of_yaml(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" "), line.size()));
  if (line.starts_with("- ")) return true;
  std::size_t name = 0;
  while (name < line.size() && (is_alnum(line[name]) ||
                                std::string_view("_-.\"'/").find(line[name]) !=
                                    std::string_view::npos))
    ++name;
  return name != 0 && name < line.size() && line[name] == ':' &&
         (name + 1 == line.size() || line[name + 1] == ' ');
}

bool looks_like_yaml(std::string_view head) {
  if (head.starts_with("---\n") || head.starts_with("%YAML")) return true;
  constexpr int kLines = 3;
  int lines = 0;
  while (!head.empty() && lines < kLines) {
    const std::size_t end = std::min(head.find('\n'), head.size());
    std::string_view line = head.substr(0, end);
    head.remove_prefix(std::min(end + 1, head.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.front() == '#') continue;
    if (!is_line_of_yaml(line)) return false;
    ++lines;
  }
  return lines == kLines;
}

}  // namespace

TextFormat text_format(std::string_view path, std::string_view head) {
  for (const auto& [ending, format] : kEndings)
    if (path.size() > ending.size() &&
        std::ranges::equal(path.substr(path.size() - ending.size()), ending, {},
                           lower))
      return format;
  const std::string_view text = without_blanks_before(head);
  if (looks_like_json(text)) return TextFormat::kJson;
  return looks_like_yaml(text) ? TextFormat::kYaml : TextFormat::kOther;
}

}  // namespace sluice
