#include "regex/captures.h"

#include <algorithm>
#include <cstddef>

#include "regex/pattern_text.h"

namespace sluice {

std::string keep_captures(std::string_view regex, std::uint32_t first,
                          std::uint32_t last) {
  std::string kept;
  std::uint32_t group = 0;
  for (std::size_t at = 0; at < regex.size();) {
    const std::string_view rest = regex.substr(at);
    std::size_t size = 1;
    if (rest.starts_with("\\Q")) {
      size = std::min(rest.find("\\E"), rest.size() - 2) + 2;
    } else if (rest.front() == '\\') {
      size = std::min<std::size_t>(2, rest.size());
    } else if (rest.front() == '[') {
      size = end_of_class(regex, at) - at;
    } else if (rest.front() == '(') {
      const bool named = rest.starts_with("(?P<");
      if ((named || !rest.starts_with("(?")) &&
          (++group < first || group > last)) {
        kept += "(?:";
        at += named ? rest.find('>') + 1 : 1;
        continue;
      }
    }
    kept += rest.substr(0, size);
    at += size;
  }
  return kept;
}

}  // namespace sluice
