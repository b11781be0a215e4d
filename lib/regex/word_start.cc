#include "regex/word_start.h"

#include <cstddef>

#include "regex/pattern_text.h"

namespace sluice {
bool begins_at_boundary(std::string_view regex) {
  if (!regex.starts_with("\\b")) return false;
  std::size_t depth = 0;
  for (std::size_t at = 2; at < regex.size(); ++at) {
    switch (regex[at]) {
      case '\\':
        ++at;
        // A quoted stretch has signs without a meaning.
        if (at < regex.size() && regex[at] == 'Q') return false;
        break;
      case '[':
        at = end_of_class(regex, at) - 1;
        break;
      case '(':
        ++depth;
        break;
      case ')':
        --depth;
        break;
      case '|':
        if (depth == 0) return false;  // another way, without the boundary
        break;
      case '*':
      case '?':
      case '{':
        if (at == 2) return false;  // the boundary itself is optional
        break;
      default:
        break;
    }
  }
  return true;
}

}  // namespace sluice
