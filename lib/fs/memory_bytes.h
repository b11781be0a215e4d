// Bytes that the caller has in memory.
// Thread-safety: as ByteSource. Ownership: refers to the bytes.
#pragma once

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>

#include "fs/byte_source.h"

namespace sluice {

class MemoryBytes final : public ByteSource {
 public:
  explicit MemoryBytes(std::string_view bytes)
      : ByteSource(bytes.size(), true), bytes_(bytes) {}

  Result<std::size_t> read(char* buffer, std::size_t size) const override {
    const std::size_t some = copy(buffer, size, read_);
    read_ += some;
    return some;
  }
  Result<std::size_t> read_at(char* buffer, std::size_t size,
                              unsigned long long offset) const override {
    return copy(buffer, size, offset);
  }
  std::optional<std::size_t> read_cached(
      char* buffer, std::size_t size,
      unsigned long long offset) const override {
    return copy(buffer, size, offset);
  }

 private:
  std::size_t copy(char* buffer, std::size_t size,
                   unsigned long long offset) const {
    if (offset >= bytes_.size()) return 0;
    const std::size_t some = std::min<std::size_t>(
        size, bytes_.size() - static_cast<std::size_t>(offset));
    std::memcpy(buffer, bytes_.data() + offset, some);
    return some;
  }

  const std::string_view bytes_;
  mutable std::size_t read_ = 0;  // by read(), which is one thread's at a time
};

}  // namespace sluice
