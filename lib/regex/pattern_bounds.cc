// One pass, which understands only a part of the syntax: what opens and closes
// a group, and where a parenthesis is text (after a backslash, in a class,
// between \Q and \E).
#include "regex/pattern_bounds.h"

#include <fmt/core.h>

#include <algorithm>

#include "regex/pattern_text.h"

namespace sluice {
namespace {

std::size_t depth_of(std::string_view regex) {
  std::size_t depth = 0;
  std::size_t deepest = 0;
  for (std::size_t at = 0; at < regex.size();) {
    switch (regex[at]) {
      case '\\':
        if (regex.substr(at).starts_with("\\Q"))
          at = std::min(regex.find("\\E", at), regex.size() - 2) + 2;
        else
          at += 2;
        continue;
      case '[':
        at = end_of_class(regex, at);
        continue;
      case '(':
        deepest = std::max(deepest, ++depth);
        break;
      case ')':
        if (depth > 0) --depth;
        break;
      default:
        break;
    }
    ++at;
  }
  return deepest;
}

}  // namespace

std::string bounds_error(std::string_view regex) {
  if (regex.size() > kMaxPatternBytes)
    return fmt::format("it is longer than {} bytes", kMaxPatternBytes);
  if (depth_of(regex) > kMaxPatternDepth)
    return fmt::format("its groups nest deeper than {}", kMaxPatternDepth);
  return "";
}

}  // namespace sluice
