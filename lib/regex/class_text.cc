#include "regex/class_text.h"

namespace sluice {

std::size_t end_of_class(std::string_view regex, std::size_t at) {
  ++at;
  if (at < regex.size() && regex[at] == '^') ++at;
  for (bool first = true; at < regex.size(); first = false) {
    if (regex[at] == ']' && !first) return at + 1;
    if (regex[at] == '\\') {
      at += 2;
    } else if (regex.substr(at).starts_with("[:")) {
      const std::size_t close = regex.find(":]", at + 2);
      at = close == std::string_view::npos ? at + 1 : close + 2;
    } else {
      ++at;
    }
  }
  return regex.size();
}

}  // namespace sluice
