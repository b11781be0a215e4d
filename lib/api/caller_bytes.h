// Bytes that the caller fetches when they are asked for (sluice_source).
// Thread-safety: one thread at a time, as the caller is asked on one.
// Ownership: a copy of the source; what `user` points to stays the caller's.
#pragma once

#include <cerrno>

#include "api/sluice.h"
#include "fs/byte_source.h"

namespace sluice {

class CallerBytes final : public ByteSource {
 public:
  explicit CallerBytes(const sluice_source& source)
      : ByteSource(source.size, true), source_(source) {}

  Result<std::size_t> read(char* buffer, std::size_t size) const override {
    Result<std::size_t> some = read_at(buffer, size, read_);
    if (some) read_ += *some;
    return some;
  }
  Result<std::size_t> read_at(char* buffer, std::size_t size,
                              unsigned long long offset) const override {
    const std::int64_t some =
        source_.read_at(source_.user, buffer, size, offset);
    if (some < 0) return fail_errno(EIO, "the caller's source");
    const auto given = static_cast<std::size_t>(some);
    if (given > size)
      return fail(ErrorCode::kIo,
                  "the caller's source gave more bytes than it was asked for");
    // A file that was cut short would be taken for a whole one.
    if (given == 0 && size != 0 && offset < source_.size)
      return fail(ErrorCode::kIo,
                  "the caller's source ended before the size that it has");
    return given;
  }

 private:
  const sluice_source source_;
  mutable std::size_t read_ = 0;  // by read()
};

}  // namespace sluice
