// UTF-16 to UTF-8, piece by piece, and the way back for offsets.
// Thread-safety: a pure function; a Utf16Cursor belongs to one reader.
// Errors: none. A surrogate without its partner and, at the end, half a unit
// become U+FFFD.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sluice {

enum class ByteOrder : std::uint8_t { kLittle, kBig };

struct Utf16Step {
  std::size_t read = 0;     // bytes of the input
  std::size_t written = 0;  // bytes of UTF-8
};

// Decodes as much of `in` as fits into `room` bytes at `out`; no byte beyond
// them is touched. Only whole characters are written: for lack of room, up to 3
// bytes stay free. Unless `at_end`, up to 3 bytes of `in` may be the start of a
// character. Pass the unread bytes again, with more after them.
Utf16Step decode_utf16(std::string_view in, ByteOrder order, bool at_end,
                       char* out, std::size_t room);

// Turns offsets in the decoded text into offsets in the file, reading each byte
// of the text at most once. No table is needed: the bytes of a character in
// UTF-8 determine how many bytes it took in UTF-16. A surrogate without a
// partner took as many bytes as U+FFFD, which replaces it, would have. Only
// half a unit at the end is counted as a whole one.
class Utf16Cursor {
 public:
  // `begin` is the place of the text in the file, after a byte-order mark.
  explicit Utf16Cursor(std::uint64_t begin) : file_offset_(begin) {}

  // Returns the place in the file of byte `target` of the text, which must not
  // be before the last offset. `text` contains the text's bytes from offset
  // `origin` on, at least those between the last offset and `target`.
  std::uint64_t advance(std::string_view text, std::uint64_t origin,
                        std::uint64_t target);

 private:
  std::uint64_t offset_ = 0;   // bytes of the text before it were counted
  std::uint64_t file_offset_;  // the same place in the file
};

}  // namespace sluice
