// Finds the places in any bytes at which a compressed stream may begin, by
// signature: zlib, gzip, zstd, lz4, xz, bzip2. A trial decides whether one does
// (archive/packed_stream.h).
// Thread-safety: pure functions.
// Cost: half an instruction a byte with AVX2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sluice {

enum class StreamKind : std::uint8_t {
  kZlib,
  kGzip,
  kZstd,
  kLz4,
  kXz,
  kBzip2,
  kDeflate,  // without a signature: only where a container has one
};

// "zlib", as in the name of a member.
std::string_view name_of(StreamKind kind);

struct StreamStart {
  std::size_t at = 0;
  StreamKind kind = StreamKind::kZlib;
};

// A place is decided by so many bytes from there on. If fewer follow, they are
// taken for all that there are.
inline constexpr std::size_t kStreamHead = 128;

// Returns the first place at or after `from`.
std::optional<StreamStart> next_stream(std::string_view bytes,
                                       std::size_t from);

}  // namespace sluice
