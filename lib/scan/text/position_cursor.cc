#include "scan/text/position_cursor.h"

#include <algorithm>

namespace sluice {

PositionCursor::PositionCursor(const FileHead& head,
                               const std::vector<TextPlace>* places)
    : text_begin_(is_decoded(head.encoding) ? 0 : head.mark),
      places_(places),
      lines_(text_begin_) {
  if (is_decoded(head.encoding))
    decoded_.emplace(head.mark, unit_bytes(head.encoding));
}

Position PositionCursor::advance(std::string_view text, std::uint64_t origin,
                                 std::uint64_t target) {
  LineCursor::LineColumn at = lines_.advance(text, origin, target);
  std::uint64_t byte =
      decoded_ ? decoded_->advance(text, origin, target) : target;
  if (places_ != nullptr && !places_->empty()) {
    const auto next =
        std::ranges::upper_bound(*places_, byte, {}, &TextPlace::text);
    const TextPlace& place = *(next == places_->begin() ? next : next - 1);
    byte = place.source + (byte - place.text) * place.width;
    at.line += static_cast<std::uint64_t>(place.lines);
  }
  return {at.line, at.column, byte};
}

}  // namespace sluice
