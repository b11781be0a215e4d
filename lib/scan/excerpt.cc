#include "scan/excerpt.h"

#include <algorithm>

namespace sluice {

Excerpt excerpt_at(std::string_view text, std::size_t at) {
  constexpr std::size_t kBefore = kExcerptBytes / 4;
  const std::size_t floor = at - std::min(at, kBefore);
  const std::string_view before = text.substr(floor, at - floor);
  const std::size_t newline = before.rfind('\n');
  const std::size_t begin =
      newline == std::string_view::npos ? floor : floor + newline + 1;
  std::string_view line = text.substr(begin, kExcerptBytes);
  line = line.substr(0, line.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return {line, begin};
}

}  // namespace sluice
