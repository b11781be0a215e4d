#include "scan/position_cursor.h"

namespace sluice {

PositionCursor::PositionCursor(const FileHead& head)
    : text_begin_(is_utf16(head.encoding) ? 0 : head.mark),
      lines_(text_begin_) {
  if (is_utf16(head.encoding)) utf16_.emplace(head.mark);
}

Position PositionCursor::advance(std::string_view text, std::uint64_t origin,
                                 std::uint64_t target) {
  const LineCursor::LineColumn at = lines_.advance(text, origin, target);
  const std::uint64_t byte =
      utf16_ ? utf16_->advance(text, origin, target) : target;
  return {at.line, at.column, byte};
}

}  // namespace sluice
