// The bytes of one thing that is scanned, wherever they are: an open file, a
// blob of git, a member of an archive. FileSystem reads directories.
//
// read_at() and read_cached() read a source that can be read from any offset
// (may_seek). read() reads any other source once, from its beginning to its
// end.
//
// Thread-safety: one thread at a time may call read(); any thread may call the
// rest.
// Errors: as in FileSystem.
#pragma once

#include <cerrno>
#include <cstddef>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "base/interrupt.h"

namespace sluice {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  // In bytes, when it was opened. 0 if it is empty or the size is unknown.
  unsigned long long size() const { return size_; }
  bool may_seek() const { return may_seek_; }

  // Reads at most `size` bytes. Returns 0 at the end.
  virtual Result<std::size_t> read(char* buffer, std::size_t size) const = 0;

  // Like read(), but from byte `offset`, and independent of it.
  virtual Result<std::size_t> read_at(char*, std::size_t,
                                      unsigned long long) const {
    return fail_errno(ENOTSUP, "reading from any place");
  }

  // The same, if the bytes are in memory. Returns nothing if the read would
  // have to wait for the disk, if this is unknown, or on an error.
  virtual std::optional<std::size_t> read_cached(char*, std::size_t,
                                                 unsigned long long) const {
    return std::nullopt;
  }

  // Returns the place of the next data from `offset` on: all bytes before it
  // are NULs, which need not be read. Returns `offset` if this is not known. If
  // no data follows, the place may be after the end. For sources that can be
  // read from any place.
  virtual unsigned long long next_data(unsigned long long offset) const {
    return offset;
  }

  // The current number of bytes.
  virtual Result<unsigned long long> size_now() const { return size_; }

  // If read() may take long, waits until it has something. Returns false if the
  // interrupt was raised.
  virtual bool wait(const Interrupt& interrupt) const {
    return !interrupt.raised();
  }

 protected:
  ByteSource(unsigned long long size, bool may_seek)
      : size_(size), may_seek_(may_seek) {}

 private:
  const unsigned long long size_;
  const bool may_seek_;
};

// A text in memory. Refers to it.
class TextBytes final : public ByteSource {
 public:
  explicit TextBytes(std::string_view text)
      : ByteSource(text.size(), /*may_seek=*/true), text_(text) {}

  Result<std::size_t> read(char*, std::size_t) const override {
    return fail_errno(ENOTSUP, "reading in order");
  }
  Result<std::size_t> read_at(char* buffer, std::size_t size,
                              unsigned long long offset) const override {
    return offset >= text_.size() ? 0 : text_.copy(buffer, size, offset);
  }

 private:
  const std::string_view text_;
};

}  // namespace sluice
