#include "text/line_cursor.h"

#include <algorithm>

#include "base/check.h"

namespace sluice {

LineCursor::Place LineCursor::advance(std::string_view text,
                                      std::uint64_t origin,
                                      std::uint64_t target) {
  SLUICE_CHECK(offset_ <= target && origin <= offset_ &&
               target - origin <= text.size());
  const std::string_view passed =
      text.substr(static_cast<std::size_t>(offset_ - origin),
                  static_cast<std::size_t>(target - offset_));
  const auto newlines = std::count(passed.begin(), passed.end(), '\n');
  if (newlines != 0) {
    line_ += static_cast<std::uint64_t>(newlines);
    line_start_ = offset_ + passed.rfind('\n') + 1;
  }
  offset_ = target;
  return {line_, target - line_start_ + 1};
}

}  // namespace sluice
