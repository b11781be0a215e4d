// pre(?:a|b)post matches what pre(?:a)post and pre(?:b)post match, unless the
// group or one around it is repeated. So groups are opened from the outside
// inwards. They keep their parentheses, which end the effect of flags. Flags at
// the beginning of a group hold for all its alternatives and stay in front of
// each. A group with flags elsewhere is left whole.
//
// Rejected: to do it on the tree (regex/tree.h), which drops the places of
// assertions.

#include "regex/branches.h"

#include <algorithm>
#include <optional>

#include "regex/pattern_text.h"

namespace sluice {
namespace {

struct Group {
  std::size_t parent = 0;  // the outermost is its own
  std::size_t begin = 0;   // of its content, after its first flags
  std::size_t end = 0;
  std::vector<std::size_t> bars{};  // the places of its |
  bool whole = false;               // must not be opened
};

// The places of groups, alternatives, beginnings and ends.
struct Outline {
  std::vector<Group> groups;  // by their beginnings; 0 is the whole pattern
  std::vector<std::size_t> begins{};  // the places of ^
  std::vector<std::size_t> ends{};    // the places of $
  bool many_lines = false;            // (?m) occurs
};

// Nothing for \Q and for parentheses without their like.
std::optional<Outline> outline_of(std::string_view regex) {
  Outline outline;
  outline.groups.push_back({0, 0, regex.size()});
  std::size_t inner = 0;  // the group that is open
  for (std::size_t at = 0; at < regex.size();) {
    const std::string_view rest = regex.substr(at);
    if (rest[0] == '\\') {
      if (rest.starts_with("\\Q")) return std::nullopt;
      at += 2;
    } else if (rest[0] == '[') {
      at = end_of_class(regex, at);
    } else if (rest[0] == '|') {
      outline.groups[inner].bars.push_back(at++);
    } else if (rest[0] == '$') {
      outline.ends.push_back(at++);
    } else if (rest[0] == '^') {
      outline.begins.push_back(at++);
    } else if (rest[0] == ')') {
      if (inner == 0) return std::nullopt;
      Group& group = outline.groups[inner];
      group.end = at++;
      if (at < regex.size() &&
          std::string_view("*+?{").find(regex[at]) != std::string_view::npos)
        group.whole = true;
      inner = group.parent;
    } else if (rest[0] != '(') {
      ++at;
    } else if (!rest.starts_with("(?")) {
      outline.groups.push_back({inner, ++at});
      inner = outline.groups.size() - 1;
    } else {
      const bool named = rest.starts_with("(?P<") || rest.starts_with("(?<");
      const std::size_t close =
          named ? rest.find('>') : rest.find_first_of(":)");
      if (close == std::string_view::npos) return std::nullopt;
      if (!named && rest.substr(0, close).find('m') != std::string_view::npos)
        outline.many_lines = true;
      if (rest[close] == ')') {
        Group& group = outline.groups[inner];
        if (group.begin == at)
          group.begin = at + close + 1;
        else
          group.whole = true;
      } else {
        outline.groups.push_back({inner, at + close + 1});
        inner = outline.groups.size() - 1;
      }
      at += close + 1;
    }
  }
  if (inner != 0) return std::nullopt;
  return outline;
}

// The first group that can be opened; null if there is none.
const Group* to_be_opened(Outline& outline) {
  for (std::size_t i = 0; i < outline.groups.size(); ++i) {
    Group& group = outline.groups[i];
    // Flags in the middle keep one group whole, a repetition all groups in it;
    // to distinguish the two would gain nothing.
    if (outline.groups[group.parent].whole) group.whole = true;
    if (!group.whole && !group.bars.empty()) return &group;
  }
  return nullptr;
}

}  // namespace

std::vector<std::string> regex_branches(std::string_view regex,
                                        std::size_t most) {
  std::vector<std::string> done;
  std::vector<std::string> left{std::string(regex)};
  while (!left.empty()) {
    const std::string one = std::move(left.back());
    left.pop_back();
    std::optional<Outline> outline = outline_of(one);
    const Group* const group = outline ? to_be_opened(*outline) : nullptr;
    if (group == nullptr ||
        done.size() + left.size() + group->bars.size() >= most) {
      done.push_back(one);
      continue;
    }
    std::vector<std::size_t> borders = group->bars;
    borders.push_back(group->end);
    std::size_t begin = group->begin;
    for (const std::size_t end : borders) {
      left.push_back(one.substr(0, group->begin) +
                     one.substr(begin, end - begin) + one.substr(group->end));
      begin = end + 1;
    }
  }
  return done;
}

std::string with_marks(std::string_view regex, char begin, char end) {
  std::string marked(regex);
  const std::optional<Outline> outline = outline_of(regex);
  if (!outline || outline->many_lines) return marked;
  for (const std::size_t at : outline->begins) marked[at] = begin;
  for (const std::size_t at : outline->ends) marked[at] = end;
  return marked;
}

std::string with_end_mark(std::string_view regex, char mark) {
  return with_marks(regex, '^', mark);
}

}  // namespace sluice
