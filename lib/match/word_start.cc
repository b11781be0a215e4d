#include "match/word_start.h"

#include <cstddef>

namespace sluice {
namespace {

// Where the class that begins at `at` ends: on its bracket, or at the end.
std::size_t class_end(std::string_view regex, std::size_t at) {
  at += regex.substr(at).starts_with("[^") ? 2U : 1U;
  for (bool first = true; at < regex.size(); first = false) {
    if (regex[at] == ']' && !first) return at;
    if (regex.substr(at).starts_with("[:")) {
      at = regex.find(":]", at);
      if (at == regex.npos) return regex.size();
      at += 2;
    } else {
      at += regex[at] == '\\' ? 2U : 1U;
    }
  }
  return regex.size();
}

}  // namespace

bool begins_at_boundary(std::string_view regex) {
  if (!regex.starts_with("\\b")) return false;
  std::size_t depth = 0;
  for (std::size_t at = 2; at < regex.size(); ++at) {
    switch (regex[at]) {
      case '\\':
        ++at;
        // A quoted stretch holds signs that mean nothing.
        if (at < regex.size() && regex[at] == 'Q') return false;
        break;
      case '[':
        at = class_end(regex, at);
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
