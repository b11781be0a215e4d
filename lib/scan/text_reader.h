// Reads a file as the text that is matched: its bytes as they are, but without
// a byte-order mark, and UTF-16 as UTF-8.
// Thread-safety: a TextReader belongs to one worker. Ownership: the descriptor
// stays the caller's.
// Memory: none of its own, but for UTF-16 a buffer of the size of the largest
// first fill, which is kept for the next such file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/interrupt.h"
#include "fs/file_system.h"
#include "scan/encoding.h"

namespace sluice {

class TextReader {
 public:
  // An interrupt counts as an error in the file at hand.
  explicit TextReader(const FileSystem& fs,
                      const Interrupt* interrupt = nullptr)
      : fs_(&fs), interrupt_(interrupt) {}

  // Begins a file. Its first fill() must have room for kSniffBytes, or else
  // the encoding is judged by what there is room for.
  // What is read is not read again to see that it is all: a file of a known
  // size ends there, unless it has grown since.
  void begin(const OpenedFile& file);

  // Puts what comes next into `out`, and says how much that was: `room`, or up
  // to 3 bytes less (a mark was taken out, or the character that comes next
  // does not fit), or whatever is left.
  std::size_t fill(char* out, std::size_t room);

  // Whether the last fill() gave the last of the text.
  bool at_end() const;

  // Why the file could not be read on; what was read before has been given.
  const std::optional<Error>& error() const { return error_; }

  // Bytes of the file, so far.
  std::uint64_t bytes_read() const { return bytes_read_; }

  // Known after the first fill().
  const FileHead& head() const { return head_; }

 private:
  std::size_t first_fill(char* out, std::size_t room);
  std::size_t read_bytes(char* out, std::size_t room);
  std::size_t decode_into(char* out, std::size_t room);

  bool interrupted() const;

  const FileSystem* fs_;
  const Interrupt* interrupt_;  // null: there is none
  OpenedFile file_{-1, 0};
  bool begun_ = false;       // the first fill is done
  bool source_end_ = false;  // there is nothing more to be read
  FileHead head_;
  std::optional<Error> error_;
  std::uint64_t bytes_read_ = 0;

  // UTF-16 that was read and is not decoded yet.
  std::vector<char> raw_;
  std::size_t raw_begin_ = 0;
  std::size_t raw_end_ = 0;
};

}  // namespace sluice
