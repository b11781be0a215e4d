// Finds the end of a zip.
// Thread-safety: pure functions of the bytes, which can be read from any place.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "fs/byte_source.h"

namespace sluice {

struct ZipEnd {
  std::uint64_t members = 0;  // according to the zip, which may be wrong
  std::uint64_t end = 0;      // of the archive, in bytes from the file's begin
};

// Returns nothing if it is no zip.
std::optional<ZipEnd> zip_end(const ByteSource& bytes);

// Whether the file, which begins as another thing, ends as a zip: a program or
// a script that unpacks itself, or a text that is followed by an empty zip's
// end. `head` has its first bytes, or all of it. The function makes at most one
// read.
bool ends_as_zip(const ByteSource& bytes, std::string_view head);

}  // namespace sluice
