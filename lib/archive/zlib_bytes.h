// The data of a stretch of a source, which is packed as a zlib stream (RFC
// 1950).
// Thread-safety: one thread at a time. Ownership: refers to the source, which
// can be read from any place and must outlive it. Errors: kIo, with only the
// reason.
#pragma once

#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "archive/unpacking.h"
#include "base/error.h"
#include "fs/byte_source.h"

namespace sluice {

// So many bytes of a source, in bytes from its begin.
struct Stretch {
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
};

// Whether the first two bytes are the head of a zlib stream without a dictionary
// that both sides must know.
inline bool begins_as_zlib(std::string_view bytes) {
  constexpr unsigned kDeflate = 8;
  constexpr unsigned kDictionary = 0x20;
  if (bytes.size() < 2) return false;
  const unsigned method = static_cast<unsigned char>(bytes[0]);
  const unsigned flags = static_cast<unsigned char>(bytes[1]);
  return method % 16 == kDeflate && method / 16 <= 7 &&
         (method * 256 + flags) % 31 == 0 && (flags & kDictionary) == 0;
}

class ZlibBytes {
 public:
  ZlibBytes(const ByteSource& source, Stretch stretch, Unpacking& unpacking);
  ~ZlibBytes();
  ZlibBytes(const ZlibBytes&) = delete;
  ZlibBytes& operator=(const ZlibBytes&) = delete;

  // 0 means the end. What is given counts for the Unpacking.
  Result<std::size_t> read(char* buffer, std::size_t size);

  // How many bytes of the stretch were not used; after its end, those that
  // follow the zlib stream.
  std::uint64_t left() const { return left_.size + stream_.avail_in; }

 private:
  Result<void> refill();

  const ByteSource& source_;
  Stretch left_;
  Unpacking& unpacking_;
  std::vector<char> block_;
  z_stream stream_{};
  bool ready_ = false;  // zlib had enough memory
  bool ended_ = false;
};

}  // namespace sluice
