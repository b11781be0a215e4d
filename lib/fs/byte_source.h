// The bytes of one thing that is scanned, wherever they are: an open file, a
// blob of git's, a member of an archive. Directories are FileSystem's.
//
// A source that can be read from any place (may_seek) is read by read_at() and
// read_cached(), any other by read(), from its begin to its end, once.
//
// Thread-safety: read() is one thread's at a time; the rest may be called by
// any thread at once. Errors: as FileSystem's.
#pragma once

#include <cerrno>
#include <cstddef>
#include <optional>

#include "base/error.h"
#include "base/interrupt.h"

namespace sluice {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  // In bytes, when it was opened; 0: empty or not known.
  unsigned long long size() const { return size_; }
  bool may_seek() const { return may_seek_; }

  // Fills at most `size` bytes; 0 means the end.
  virtual Result<std::size_t> read(char* buffer, std::size_t size) const = 0;

  // The same from byte `offset` on, wherever read() is.
  virtual Result<std::size_t> read_at(char*, std::size_t,
                                      unsigned long long) const {
    return fail_errno(ENOTSUP, "reading from any place");
  }

  // The same, if the bytes are in memory; nothing: one would have to wait for
  // the disk, or it cannot be told, or there is an error.
  virtual std::optional<std::size_t> read_cached(char*, std::size_t,
                                                 unsigned long long) const {
    return std::nullopt;
  }

  // How many bytes there are by now.
  virtual Result<unsigned long long> size_now() const { return size_; }

  // Waits until read() has something to give, where that may take long. False:
  // the interrupt was raised.
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

}  // namespace sluice
