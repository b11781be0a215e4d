// UTF-16 and UTF-32 to UTF-8, piece by piece, and the way back for offsets.
// Thread-safety: pure functions; a DecodedCursor belongs to one reader.
// Errors: none. A surrogate without its partner and, at the end, half a unit
// become U+FFFD, and so does what is no character in UTF-32.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sluice {

enum class ByteOrder : std::uint8_t { kLittle, kBig };

struct DecodedStep {
  std::size_t read = 0;     // bytes of the input
  std::size_t written = 0;  // bytes of UTF-8
  std::size_t strange = 0;  // numbers of UTF-32 that no character has
};

// Decodes as much of `in` as fits into `room` bytes at `out`; no byte beyond
// them is touched. Only whole characters are written: for lack of room, up to 3
// bytes stay free. Unless `at_end`, up to 3 bytes of `in` may be the start of a
// character. Pass the unread bytes again, with more after them.
DecodedStep decode_utf16(std::string_view in, ByteOrder order, bool at_end,
                         char* out, std::size_t room);

// Does what decode_utf16() does, for UTF-32.
DecodedStep decode_utf32(std::string_view in, ByteOrder order, bool at_end,
                         char* out, std::size_t room);

// Turns offsets in the decoded text into offsets in the file, reading each byte
// of the text at most once. No table is needed: the bytes of a character in
// UTF-8 determine how many bytes it took in UTF-16. A surrogate without a
// partner took as many bytes as U+FFFD, which replaces it, would have. Only
// half a unit at the end is counted as a whole one.
class DecodedCursor {
 public:
  // `begin` is the place of the text in the file, after a byte-order mark.
  // `unit` is the size of a unit: 2 bytes in UTF-16, 4 in UTF-32.
  explicit DecodedCursor(std::uint64_t begin, std::size_t unit = 2)
      : unit_(unit), file_offset_(begin) {}

  // Returns the place in the file of byte `target` of the text, which must not
  // be before the last offset. `text` contains the text's bytes from offset
  // `origin` on, at least those between the last offset and `target`.
  std::uint64_t advance(std::string_view text, std::uint64_t origin,
                        std::uint64_t target);

 private:
  std::size_t unit_;
  std::uint64_t offset_ = 0;   // bytes of the text before it were counted
  std::uint64_t file_offset_;  // the same place in the file
};

}  // namespace sluice
