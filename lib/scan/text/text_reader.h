// Reads a file as the text that is matched: its bytes unchanged, but without a
// byte-order mark, and UTF-16 and UTF-32 as UTF-8. NULs replace bytes that cannot be read
// (text_reader.cc).
// Thread-safety: a TextReader belongs to one worker. Ownership: the source
// stays the caller's, and outlives its reading. Memory: none of its own, except
// for UTF-16 and UTF-32 a buffer of the size of the largest first fill, which is kept for
// the next such file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/interrupt.h"
#include "fs/byte_source.h"
#include "scan/text/encoding.h"
#include "scan/text/lost_ranges.h"

namespace sluice {

class TextReader {
 public:
  // An interrupt counts as an error in the file at hand.
  explicit TextReader(const Interrupt* interrupt = nullptr)
      : interrupt_(interrupt) {}

  // Begins a file. Its first fill() must have room for kSniffBytes; otherwise
  // the encoding is judged by the bytes for which there is room. A file of a
  // known size ends there, even if it has grown since. `head` has bytes of the
  // file that were read before; it must outlive the first fill().
  void begin(const ByteSource& source, std::string_view head = {});

  // Begins at byte `from` of a regular file and ends at byte `to`, or at the
  // end of the file. `head` is known, and neither UTF-16 nor
  // UTF-32. `lost` has the known lost
  // ranges of the file, and gets new ones. If it is null, the text ends at the
  // first byte that cannot be read.
  void begin_range(const ByteSource& source, const FileHead& head,
                   std::uint64_t from, std::uint64_t to, LostRanges* lost);

  // Puts the next bytes into `out`, and returns their number: `room`, or up to
  // 3 bytes less (a mark was removed, or the next character does not fit), or
  // all that are left.
  std::size_t fill(char* out, std::size_t room);

  // Skips bytes that are known to be NULs, up to byte `to` at most, if they are
  // more than `least` bytes. Returns the number of skipped bytes. Never skips
  // in UTF-16 or UTF-32.
  std::uint64_t pass_hole(std::uint64_t to, std::uint64_t least);

  // Whether the last fill() gave the last of the text.
  bool at_end() const;

  // Why the file could not be read further; the bytes before the error were
  // returned.
  const std::optional<Error>& error() const { return error_; }

  // How far into the file it has come, in bytes, and how many of these were
  // read.
  std::uint64_t offset() const { return offset_; }
  std::uint64_t bytes() const {
    return offset_ - (lost_ == nullptr ? 0 : lost_->before(offset_));
  }

  // The parts of the current file that could not be read, if that did not end
  // it.
  const LostRanges& lost() const { return own_lost_; }
  // Whether error() is about bytes that could not be read, after which there
  // may be more.
  bool stopped() const { return stopped_; }

  // Whether the first bytes were not in memory. Not set if that is unknown.
  std::optional<bool> waited() const { return waited_; }

  // How many numbers in UTF-32 no character has: the file may be another one.
  std::uint64_t strange() const { return strange_; }

  // Known after the first fill().
  const FileHead& head() const { return head_; }

 private:
  std::size_t first_fill(char* out, std::size_t room);
  std::size_t read_bytes(char* out, std::size_t room);
  Result<std::size_t> read_some(char* out, std::size_t most);
  bool pass_unreadable(Error&& error, std::size_t asked);
  std::uint64_t end_of_lost() const;
  std::uint64_t next_readable(std::uint64_t block) const;
  bool can_read(std::uint64_t offset) const;
  void end_early();
  FileHead sniff(std::string_view text) const;
  std::size_t decode_into(char* out, std::size_t room);

  bool interrupted() const;

  const Interrupt* interrupt_;  // may be null
  const ByteSource* source_ = nullptr;
  bool begun_ = false;       // the first fill is done
  bool source_end_ = false;  // there is nothing more to be read
  FileHead head_;
  std::optional<Error> error_;
  std::uint64_t offset_ = 0;
  std::uint64_t end_ = 0;  // where to stop; 0 if unknown
  bool may_seek_ = false;
  std::string_view ready_;  // read before, and not given yet
  std::optional<bool> waited_;

  LostRanges own_lost_;
  LostRanges* lost_ = nullptr;  // gets the lost ranges; may be null
  bool stopped_ = false;
  std::uint64_t by_blocks_to_ = 0;  // how far to read block by block

  // UTF-16 or UTF-32 that was read and is not decoded yet.
  std::vector<char> raw_;
  std::size_t raw_begin_ = 0;
  std::size_t raw_end_ = 0;
  std::uint64_t strange_ = 0;
};

}  // namespace sluice
