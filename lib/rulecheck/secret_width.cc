// The group's own text is cut out of the pattern, and its width is that of a
// pattern by itself (regex/shape.h). The group is found by its parentheses; in
// a pattern with \Q, in which parentheses may be text, the width is the
// match's.
//
// Rejected: to keep groups in the tree of regex/tree.h, which drops them. Every
// rule of a configuration is parsed into one when it is read, and only `sluice
// rules check` needs the widths of groups.
#include "rulecheck/match_text.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "regex/shape.h"

namespace sluice {
namespace {

struct Group {
  std::size_t begin = 0;  // of the text in it
  std::size_t end = 0;
  bool always = false;  // it takes part in every match
};

// Behind the class that begins at `at`.
std::size_t class_end(std::string_view regex, std::size_t at) {
  ++at;
  if (regex.substr(at).starts_with('^')) ++at;
  if (regex.substr(at).starts_with(']')) ++at;
  while (at < regex.size() && regex[at] != ']') {
    if (regex.substr(at).starts_with("[:")) {
      const std::size_t close = regex.find(":]", at);
      if (close != std::string_view::npos) at = close + 1;
    } else if (regex[at] == '\\') {
      ++at;
    }
    ++at;
  }
  return std::min(at + 1, regex.size());
}

// Returns how many bytes open the capturing group at the start of `text`; 0 if
// the group does not capture.
std::size_t opening(std::string_view text) {
  if (!text.starts_with("(?")) return 1;
  if (!text.starts_with("(?P<") && !text.starts_with("(?<")) return 0;
  const std::size_t close = text.find('>');
  return close == std::string_view::npos ? 0 : close + 1;
}

bool may_be_left_out(std::string_view behind) {
  return behind.starts_with('?') || behind.starts_with('*') ||
         behind.starts_with("{0");
}

// Returns the groups that capture, in the order of their numbers.
std::vector<Group> groups_of(std::string_view regex) {
  std::vector<Group> groups;
  std::vector<std::optional<std::size_t>> open;  // which group each one is
  bool alternatives = false;                     // outside of every group
  for (std::size_t at = 0; at < regex.size();) {
    const char c = regex[at];
    if (c == '[') {
      at = class_end(regex, at);
      continue;
    }
    if (c == '(') {
      const std::size_t size = opening(regex.substr(at));
      open.push_back(size == 0 ? std::nullopt : std::optional(groups.size()));
      if (size != 0)
        groups.push_back({at + size, regex.size(), open.size() == 1});
      // Flags without a group, `(?i)`, are closed like a group.
    } else if (c == ')' && !open.empty()) {
      if (open.back()) {
        Group& group = groups[*open.back()];
        group.end = at;
        group.always &= !may_be_left_out(regex.substr(at + 1));
      }
      open.pop_back();
    } else if (c == '|') {
      alternatives |= open.empty();
    }
    at += c == '\\' ? 2 : 1;
  }
  for (Group& group : groups) group.always &= !alternatives;
  return groups;
}

// Whether case is ignored anywhere: then a letter may be longer in the other
// case.
bool is_caseless(std::string_view regex) {
  for (std::size_t at = regex.find("(?"); at != std::string_view::npos;
       at = regex.find("(?", at + 1)) {
    const std::string_view flags =
        regex.substr(at, regex.find_first_of(":)<", at) - at);
    if (flags.find('i') != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

std::uint32_t max_secret_width(std::string_view regex, std::uint32_t group) {
  const std::uint32_t whole = regex_shape(regex).max_width;
  if (regex.find("\\Q") != std::string_view::npos) return whole;
  const std::vector<Group> groups = groups_of(regex);
  const std::size_t index = group == 0 ? 0 : group - 1;
  if (index >= groups.size() || (group == 0 && !groups[0].always)) return whole;
  const Group& one = groups[index];
  const std::string text =
      (is_caseless(regex) ? "(?i)" : "") +
      std::string(regex.substr(one.begin, one.end - one.begin));
  const std::uint32_t width = regex_shape(text).max_width;
  return std::min(width, whole);
}

}  // namespace sluice
