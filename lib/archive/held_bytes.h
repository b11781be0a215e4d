// The bytes of a source that can be read once alone, held in memory, for kinds
// of archives that are read from any place.
// Thread-safety: as ByteSource. Ownership: its bytes are its own; they count
// for `use`, which must outlive it.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "archive/unpack_memory.h"
#include "fs/byte_source.h"

namespace sluice {

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

// Those of another source from byte `from` on. Refers to it.
class BytesFrom final : public ByteSource {
 public:
  BytesFrom(const ByteSource& bytes, std::uint64_t from)
      : ByteSource(bytes.size() - from, /*may_seek=*/true),
        bytes_(bytes),
        from_(from) {}

  Result<std::size_t> read(char*, std::size_t) const override {
    return fail_errno(ENOTSUP, "reading in order");
  }
  Result<std::size_t> read_at(char* buffer, std::size_t size,
                              unsigned long long offset) const override {
    return bytes_.read_at(buffer, size, from_ + offset);
  }

 private:
  const ByteSource& bytes_;
  const std::uint64_t from_;
};

// Appends what is left of `source` to `*bytes`, up to HeldBytes::kMost of all.
// All of `*bytes` counts for `use` then. Whether that was the end; after an
// error of the source it is not, and the next read gives the error again.
inline bool hold_rest(const ByteSource& source, UnpackUse* use,
                      std::string* bytes) {
  constexpr std::size_t kStep = 256 * 1024;
  use->must_take(bytes->size());
  while (bytes->size() < HeldBytes::kMost && use->take(kStep)) {
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
