#include "sluice/hook/json_edit.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace sluice {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(kBlanks, at), text.size());
}

// The end of the string that begins at `at`.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at)
    if (text[at] == '\\') ++at;
  return std::min(at + 1, text.size());
}

// The end of the value that begins at `at`.
std::size_t end_of_value(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"') {
      at = end_of_string(text, at);
    } else if (c == '{' || c == '[') {
      ++depth;
      ++at;
      continue;
    } else if (c == '}' || c == ']') {
      --depth;
      ++at;
    } else if (depth == 0) {
      return std::min(text.find_first_of(" \t\r\n,]}", at), text.size());
    } else {
      ++at;
      continue;
    }
    if (depth == 0) return at;
  }
  return at;
}

// The blanks with which the line of `at` begins.
std::string_view indent_of(std::string_view text, std::size_t at) {
  const std::size_t line = text.rfind('\n', at) + 1;
  const std::size_t end = text.find_first_not_of(" \t", line);
  return text.substr(line, std::min(end, text.size()) - line);
}

// Whether only blanks are before `at` on its line.
bool begins_line(std::string_view text, std::size_t at) {
  const std::size_t line = text.rfind('\n', at) + 1;
  return line != 0 && text.find_first_not_of(" \t", line) == at;
}

// The blanks of one level: those of the first line that begins with any.
std::string_view unit_of(std::string_view text) {
  for (std::size_t at = text.find('\n'); at != std::string_view::npos;
       at = text.find('\n', at + 1)) {
    const std::string_view indent = indent_of(text, at + 1);
    if (!indent.empty()) return indent;
  }
  return "  ";
}

std::string replaced(std::string_view text, std::size_t begin, std::size_t end,
                     const std::string& by) {
  std::string out(text.substr(0, begin));
  out += by;
  return out += text.substr(end);
}

}  // namespace

JsonSpan whole_json(std::string_view text) {
  const std::size_t begin = skip_blanks(text, 0);
  return {begin, end_of_value(text, begin)};
}

std::vector<JsonSpan> items_of(std::string_view text, JsonSpan container) {
  std::vector<JsonSpan> items;
  const bool is_object = text[container.begin] == '{';
  std::size_t at = skip_blanks(text, container.begin + 1);
  while (at + 1 < container.end) {
    const std::size_t begin = at;
    if (is_object) {
      at = skip_blanks(text, end_of_string(text, at));
      at = skip_blanks(text, at + 1);  // after the colon
    }
    const std::size_t end = end_of_value(text, at);
    items.push_back({begin, end});
    at = skip_blanks(text, end);
    if (at < container.end && text[at] == ',') at = skip_blanks(text, at + 1);
  }
  return items;
}

std::optional<JsonSpan> member_of(std::string_view text, JsonSpan object,
                                  std::string_view key) {
  std::optional<JsonSpan> found;
  for (const JsonSpan& member : items_of(text, object)) {
    const std::size_t end = end_of_string(text, member.begin);
    const auto name = nlohmann::json::parse(
        text.substr(member.begin, end - member.begin), nullptr, false);
    if (!name.is_string() || name.get_ref<const std::string&>() != key)
      continue;
    found = JsonSpan{skip_blanks(text, skip_blanks(text, end) + 1), member.end};
  }
  return found;
}

std::string with_item(std::string_view text, JsonSpan container,
                      std::string_view item) {
  const std::vector<JsonSpan> items = items_of(text, container);
  std::string added;
  if (items.empty()) {
    const std::string outer(indent_of(text, container.begin));
    added = "\n" + outer + std::string(unit_of(text)) + std::string(item) +
            "\n" + outer;
    return replaced(text, container.begin + 1, container.end - 1, added);
  }
  const JsonSpan& last = items.back();
  added = begins_line(text, last.begin)
              ? ",\n" + std::string(indent_of(text, last.begin))
              : ", ";
  return replaced(text, last.end, last.end, added + std::string(item));
}

std::string without_item(std::string_view text, JsonSpan container,
                         std::size_t index) {
  const std::vector<JsonSpan> items = items_of(text, container);
  if (items.size() == 1)
    return replaced(text, container.begin + 1, container.end - 1, "");
  if (index == 0) return replaced(text, items[0].begin, items[1].begin, "");
  return replaced(text, items[index - 1].end, items[index].end, "");
}

}  // namespace sluice
