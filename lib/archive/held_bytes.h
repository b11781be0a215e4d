// The bytes of a source that can be read only once, held in memory, for kinds
// of archives that are read from any place; sources of parts of other sources,
// and of sources within bounds.
// Thread-safety: as ByteSource. Ownership: it owns its bytes; they count for
// `use`, which must outlive it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "archive/unpack_memory.h"
#include "archive/unpacking.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "fs/byte_source.h"

namespace sluice {

// Returns the bytes of a source that can be read from any place; fewer at its
// end.
inline Result<std::string> bytes_at(const ByteSource& source,
                                    std::uint64_t begin, std::uint64_t size) {
  if (begin >= source.size()) return std::string();
  std::string bytes(std::min<std::uint64_t>(size, source.size() - begin), '\0');
  std::size_t filled = 0;
  while (filled < bytes.size()) {
    SLUICE_TRY_ASSIGN(const std::size_t got,
                      source.read_at(bytes.data() + filled,
                                     bytes.size() - filled, begin + filled));
    if (got == 0) break;
    filled += got;
  }
  bytes.resize(filled);
  return bytes;
}

class HeldBytes final : public ByteSource {
 public:
  // More are not held.
  static constexpr std::size_t kMost = 32 << 20;

  HeldBytes(std::string bytes, UnpackUse* use)
      : ByteSource(bytes.size(), /*may_seek=*/true),
        bytes_(std::move(bytes)),
        use_(use) {}
  ~HeldBytes() override { use_->give_back(bytes_.size()); }

  Result<std::size_t> read(char*, std::size_t) const override {
    return fail_errno(ENOTSUP, "reading in order");
  }
  Result<std::size_t> read_at(char* buffer, std::size_t size,
                              unsigned long long offset) const override {
    if (offset >= bytes_.size()) return 0;
    const std::size_t some =
        std::min<std::size_t>(size, bytes_.size() - offset);
    std::memcpy(buffer, bytes_.data() + offset, some);
    return some;
  }

 private:
  const std::string bytes_;
  UnpackUse* const use_;
};

// A stretch of another source that can be read from any place. Refers to it.
class StretchBytes final : public ByteSource {
 public:
  StretchBytes(const ByteSource& source, std::uint64_t begin,
               std::uint64_t size, bool may_seek = true)
      : ByteSource(may_seek ? size : 0, may_seek),
        source_(source),
        begin_(begin),
        bytes_(size) {}

  Result<std::size_t> read(char* buffer, std::size_t size) const override {
    SLUICE_TRY_ASSIGN(const std::size_t got, read_at(buffer, size, at_));
    at_ += got;
    return got;
  }
  // Whether read() gave as many bytes as there should be.
  bool at_end() const { return at_ == bytes_; }

  Result<std::size_t> read_at(char* buffer, std::size_t size,
                              unsigned long long offset) const override {
    const std::uint64_t left = bytes_ - std::min<std::uint64_t>(bytes_, offset);
    if (left == 0) return 0;
    return source_.read_at(buffer, std::min<std::uint64_t>(size, left),
                           begin_ + offset);
  }
  unsigned long long next_data(unsigned long long offset) const override {
    return source_.next_data(begin_ + offset) - begin_;
  }

 private:
  const ByteSource& source_;
  const std::uint64_t begin_;
  const std::uint64_t bytes_;
  mutable std::uint64_t at_ = 0;  // of read()
};

// Another source within the bounds of an unpacking. After a bound is met, every
// read fails and returns which bound it was. Refers to both.
class BoundedBytes final : public ByteSource {
 public:
  BoundedBytes(const ByteSource& source, Unpacking* unpacking)
      : ByteSource(source.size(), source.may_seek()),
        source_(source),
        unpacking_(unpacking) {}

  Result<std::size_t> read(char* buffer, std::size_t size) const override {
    if (!unpacking_->add(0))
      return fail(ErrorCode::kIo, "{}", unpacking_->over());
    return source_.read(buffer, size);
  }
  Result<std::size_t> read_at(char* buffer, std::size_t size,
                              unsigned long long offset) const override {
    if (!unpacking_->add(0))
      return fail(ErrorCode::kIo, "{}", unpacking_->over());
    return source_.read_at(buffer, size, offset);
  }
  unsigned long long next_data(unsigned long long offset) const override {
    return source_.next_data(offset);
  }

 private:
  const ByteSource& source_;
  Unpacking* const unpacking_;
};

// Appends the rest of `source` to `*bytes`, up to HeldBytes::kMost in all. All
// of `*bytes` counts for `use` then. Returns whether that was the end. After an
// error of the source it is not, and the next read returns the error again. An
// interrupt ends it, too; null means that none can.
inline bool hold_rest(const ByteSource& source, UnpackUse* use,
                      std::string* bytes,
                      const Interrupt* interrupt = nullptr) {
  constexpr std::size_t kStep = 256 * 1024;
  use->must_take(bytes->size());
  while (bytes->size() < HeldBytes::kMost &&
         (interrupt == nullptr || source.wait(*interrupt)) &&
         use->take(kStep)) {
    const std::size_t before = bytes->size();
    bytes->resize(before + kStep);
    const Result<std::size_t> got = source.read(bytes->data() + before, kStep);
    const std::size_t some = got.value_or(0);
    bytes->resize(before + some);
    use->give_back(kStep - some);
    if (some == 0) return got.has_value();
  }
  return false;
}

}  // namespace sluice
