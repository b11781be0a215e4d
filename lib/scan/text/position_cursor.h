// Turns offsets in the text that is matched into places in the file, reading
// each byte at most once.
// Thread-safety: none; one cursor a file.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "archive/leftover.h"
#include "finding/finding.h"
#include "scan/text/encoding.h"
#include "text/line_cursor.h"
#include "text/utf16.h"

namespace sluice {

class PositionCursor {
 public:
  // `places` are the places of the text in the file, in order, if the text was
  // assembled from parts of it. They must outlive the cursor. Null means that
  // the text is the file.
  explicit PositionCursor(const FileHead& head,
                          const std::vector<TextPlace>* places = nullptr);

  // Goes on at byte `offset` of a file that is not decoded.
  PositionCursor(std::uint64_t offset, LineCursor::LineColumn place)
      : text_begin_(offset), lines_(offset, place) {}

  // The beginning, as an offset in the text. If a file is not decoded, offsets
  // are those of the file, and include its mark.
  std::uint64_t text_begin() const { return text_begin_; }

  // Whether offsets in the text differ from those in the file.
  bool decoded() const { return decoded_ || places_ != nullptr; }

  // Whether advance() may be called for bytes after the part that was read.
  bool is_put_together() const { return places_ != nullptr; }

  // The line and column that were reached.
  LineCursor::LineColumn place() const { return lines_.place(); }

  // LineCursor::skip(), for a file that is not decoded.
  void skip(std::uint64_t target) { lines_.skip(target); }

  // LineCursor::advance(), for offsets in the text. Half a unit at the end of
  // UTF-16 counts as a whole one, so `byte` may be one beyond the file.
  Position advance(std::string_view text, std::uint64_t origin,
                   std::uint64_t target);

 private:
  std::uint64_t text_begin_;
  const std::vector<TextPlace>* places_ = nullptr;
  LineCursor lines_;
  std::optional<DecodedCursor> decoded_;
};

}  // namespace sluice
