#include "sluice/hook/husky_line.h"

#include <algorithm>
#include <cstddef>

namespace sluice {
namespace {

// The first line, without its end, is taken off `text`.
std::string_view next_line(std::string_view* text) {
  const std::size_t end = std::min(text->find('\n'), text->size());
  const std::string_view line = text->substr(0, end);
  text->remove_prefix(std::min(end + 1, text->size()));
  return line;
}

bool is_comment(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first != std::string_view::npos && line[first] == '#';
}

// Where the user's commands begin: after `#!`, and after husky's own script,
// which older versions source and which runs the file a second time.
std::size_t commands_of(std::string_view script) {
  std::size_t begin = 0;
  std::string_view rest = script;
  while (!rest.empty()) {
    const bool first = rest.size() == script.size();
    const std::string_view line = next_line(&rest);
    if ((first && line.starts_with("#!")) ||
        (!is_comment(line) && line.find("husky.sh") != std::string_view::npos))
      begin = script.size() - rest.size();
  }
  return begin;
}

}  // namespace

std::string with_husky_line(std::string_view script) {
  const std::size_t at = commands_of(script);
  std::string out(script.substr(0, at));
  // Nothing but a head, and its last line has no end: neither gets ours.
  const bool open = !out.empty() && !out.ends_with('\n');
  if (open) out += '\n';
  out += kHuskyLine;
  if (!open) out += '\n';
  return out.append(script.substr(at));
}

std::optional<std::string> without_husky_line(std::string_view script) {
  std::size_t begin = script.find(kHuskyLine);
  if (begin == std::string_view::npos) return std::nullopt;
  std::size_t end = begin + kHuskyLine.size();
  if (end < script.size() && script[end] == '\n')
    ++end;
  else if (end == script.size() && begin > 0)
    --begin;  // the end of the line before
  return std::string(script.substr(0, begin)).append(script.substr(end));
}

bool runs_sluice(std::string_view script) {
  while (!script.empty()) {
    const std::string_view line = next_line(&script);
    if (!is_comment(line) && line.find("sluice git") != std::string_view::npos)
      return true;
  }
  return false;
}

bool is_shell_script(std::string_view script) {
  std::string_view line = next_line(&script);
  if (!line.starts_with("#!")) return true;
  // "#!/bin/bash -e", "#!/usr/bin/env sh"
  line.remove_prefix(2);
  while (!line.empty()) {
    const std::string_view word =
        line.substr(0, std::min(line.find_first_of(" \t\r"), line.size()));
    if (word.ends_with("sh") && !word.ends_with("fish")) return true;
    line.remove_prefix(std::min(word.size() + 1, line.size()));
  }
  return false;
}

}  // namespace sluice
