// The size, in eight bytes, and one block of LZ4.

#include "base/packed.h"

#include <lz4.h>
#include <lz4hc.h>

#include <cstdint>
#include <cstring>

#include "base/check.h"

namespace sluice {
namespace {

constexpr std::uint64_t kMaxSize = 1U << 30;

}  // namespace

std::string pack(std::string_view bytes) {
  const std::uint64_t size = bytes.size();
  SLUICE_CHECK(size < kMaxSize);
  const int room = LZ4_compressBound(static_cast<int>(size));
  std::string packed(sizeof size + static_cast<std::size_t>(room), '\0');
  std::memcpy(packed.data(), &size, sizeof size);
  const int written =
      LZ4_compress_HC(bytes.data(), packed.data() + sizeof size,
                      static_cast<int>(size), room, LZ4HC_CLEVEL_MAX);
  SLUICE_CHECK(written > 0);
  packed.resize(sizeof size + static_cast<std::size_t>(written));
  return packed;
}

std::optional<UnpackedBytes> unpack(std::string_view packed) {
  std::uint64_t size = 0;
  if (packed.size() < sizeof size || packed.size() > kMaxSize)
    return std::nullopt;
  std::memcpy(&size, packed.data(), sizeof size);
  packed.remove_prefix(sizeof size);
  if (size >= kMaxSize) return std::nullopt;
  UnpackedBytes unpacked;
  // Not filled with zeros first.
  unpacked.data_.reset(new char[size]);
  unpacked.size_ = size;
  const int written = LZ4_decompress_safe(packed.data(), unpacked.data_.get(),
                                          static_cast<int>(packed.size()),
                                          static_cast<int>(size));
  if (written < 0 || static_cast<std::uint64_t>(written) != size)
    return std::nullopt;
  return unpacked;
}

}  // namespace sluice
