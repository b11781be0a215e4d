// Where lines begin. LineCursor turns byte offsets into lines and columns,
// reading each byte at most once.
// A line ends with \n; a \r before it belongs to the line.
// Thread-safety: none for a cursor; one a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace sluice {

// Returns the last place of `byte`, or npos. The rfind() of a string_view goes
// byte by byte and takes ten times as long.
inline std::size_t last_place(std::string_view text, char byte) {
  const auto* at = static_cast<const char*>(
      text.empty() ? nullptr : ::memrchr(text.data(), byte, text.size()));
  return at == nullptr ? text.npos : static_cast<std::size_t>(at - text.data());
}

class LineCursor {
 public:
  struct LineColumn {
    std::uint64_t line;    // from 1
    std::uint64_t column;  // from 1, in bytes
  };

  // `begin` is the place of the first line in the file, after a byte-order
  // mark.
  explicit LineCursor(std::uint64_t begin = 0)
      : offset_(begin), line_start_(begin) {}

  // Goes on at byte `offset`, which has this place.
  LineCursor(std::uint64_t offset, LineColumn place)
      : offset_(offset),
        line_(place.line),
        line_start_(offset - (place.column - 1)) {}

  // The place that was reached.
  LineColumn place() const { return {line_, offset_ - line_start_ + 1}; }

  // Goes on at byte `target`; no line ends before it.
  void skip(std::uint64_t target) { offset_ = target; }

  // Returns the line and column of byte `target` of the file, which must not be
  // before the last offset. `text` contains the file's bytes from offset
  // `origin` on, at least those between the last offset and `target`.
  LineColumn advance(std::string_view text, std::uint64_t origin,
                     std::uint64_t target);

 private:
  std::uint64_t offset_;      // bytes before it have been counted
  std::uint64_t line_ = 1;    // the line that contains offset_
  std::uint64_t line_start_;  // and where it begins
};

}  // namespace sluice
