// Reads a file, or a stretch of one, as a row of views (match/engine.h).
//
// The text moves through one buffer. A file that fits into it is one view:
//
//   | left context | owned bytes               | right context |
//                   ^ the left context of the next view ends where the owned
//                     bytes of this one end; the text from kLeftContext before
//                     that place is moved to the front
//
// The context is matched twice. With views that own 512 KiB, that is at most 8
// % of a large file.
//
// Thread-safety: one worker's. Ownership: a source stays the caller's and must
// outlive the reading. Memory: the buffer, allocated once, and TextReader's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/interrupt.h"
#include "base/read_buffer.h"
#include "fs/byte_source.h"
#include "match/engine.h"
#include "scan/text/lost_ranges.h"
#include "scan/text/text_reader.h"
#include "scan/value/counter.h"

namespace sluice {

class ViewReader {
 public:
  struct Options {
    std::size_t owned_bytes;  // of a view; at least kMaxCharacter
    // Bytes that a view needs after its own, unless the file ends there.
    std::size_t right_context;
    std::size_t most_beyond;  // bytes after a view that more() may read
    const Interrupt* interrupt = nullptr;
    // gets the bytes that were read; may be null
    Counter* bytes_read = nullptr;
    std::uint64_t* read_time = nullptr;  // gets their nanoseconds; may be null
  };

  explicit ViewReader(const Options& options);

  // Begins a file. `head` is the part of it that was read before, and must
  // outlive the call. Returns the text of the first view.
  std::string_view begin(const ByteSource& bytes, std::string_view head = {});

  // A stretch of a file whose first view is known. Its findings begin in
  // [begin, end); the text from `origin` on is their context.
  struct Stretch {
    std::uint64_t origin, begin, end;
  };

  // Begins a stretch. `lost` is TextReader::begin_range()'s.
  void begin(const ByteSource& bytes, const FileHead& head,
             const Stretch& stretch, LostRanges* lost);

  // Passes the NULs that the text begins with. Returns the text of the first
  // view then, and adds the number of bytes that were passed to `*passed`. To
  // be called after begin() and before next().
  std::string_view skip_zeros(std::uint64_t* passed);

  // Returns the next view, or nothing after the last. It is valid until the
  // next call. In a hole of the file, views may leave out NULs between the end
  // of one and the beginning of the next.
  std::optional<View> next();

  // Returns up to `size` bytes of the text from byte `from` of the last view
  // on, also bytes after the view. They are valid until the next call.
  std::string_view more(std::size_t from, std::size_t size);

  // The text after the last view that more() has read.
  std::string_view beyond() const { return beyond_; }

  // The text of the view that is next after begin().
  std::string_view head_text() const { return {buffer_.get(), filled_}; }

  // How the reading went: the encoding, errors, and how far it has come.
  const TextReader& reader() const { return reader_; }

  // The most bytes that a stretch may need.
  std::size_t capacity() const { return capacity_; }

 private:
  static constexpr std::uint64_t kToItsEnd = ~std::uint64_t{0};

  void fill(std::uint64_t most);
  std::size_t read(char* out, std::size_t room);
  void move_on();
  bool at_end() const { return beyond_.empty() && reader_.at_end(); }

  const Options options_;
  const std::size_t capacity_;
  TextReader reader_;
  ReadBuffer buffer_;
  std::size_t filled_ = 0;
  std::uint64_t origin_ = 0;       // where the buffer begins in the text
  std::size_t owned_begin_ = 0;    // the first byte that no view has owned yet
  std::size_t owned_end_ = 0;      // of the last view
  std::uint64_t end_ = kToItsEnd;  // of the stretch, in the text
  bool has_begun_ = false;         // next() was called
  bool was_last_ = false;
  // Text after the buffer, read by more(). It comes next into the buffer.
  std::string beyond_;
  std::string more_text_;
  std::uint64_t noted_ = 0;  // how much of reader_.bytes() is in *bytes_read
};

}  // namespace sluice
