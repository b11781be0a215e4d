// Where archives end that are read from any place.
// Thread-safety: pure functions of the bytes, which can be read from any place.
#pragma once

#include <cstdint>
#include <optional>

#include "archive/packing.h"
#include "fs/byte_source.h"

namespace sluice {

struct ZipEnd {
  std::uint64_t members = 0;  // as it says; it may say anything
  std::uint64_t end = 0;      // of the archive, in bytes from the file's begin
};

// Nothing: it is no zip.
std::optional<ZipEnd> zip_end(const ByteSource& bytes);

// Where an archive ends that begins the file, in bytes; nothing: it does not
// say.
std::optional<std::uint64_t> archive_end(const ByteSource& bytes,
                                         Packing packing);

// Whether the last bytes are the end of a zip without a comment: a program that
// unpacks itself begins as another thing. One read.
bool ends_as_zip(const ByteSource& bytes);

}  // namespace sluice
