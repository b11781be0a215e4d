// What the end of a file says of the zip archive that it is.
// Thread-safety: a pure function of the bytes.
#pragma once

#include <cstdint>
#include <optional>

#include "fs/byte_source.h"

namespace sluice {

struct ZipEnd {
  std::uint64_t members = 0;  // as it says; it may say anything
  std::uint64_t end = 0;      // of the archive, in bytes from the file's begin
};

// Nothing: it is no zip. `bytes` can be read from any place.
std::optional<ZipEnd> zip_end(const ByteSource& bytes);

// Whether its last bytes are the end of a zip without a comment: a program that
// unpacks itself begins as another thing. One read.
bool ends_as_zip(const ByteSource& bytes);

}  // namespace sluice
