// Where a zip ends.
// Thread-safety: pure functions of the bytes, which can be read from any place.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "fs/byte_source.h"

namespace sluice {

struct ZipEnd {
  std::uint64_t members = 0;  // as it says; it may say anything
  std::uint64_t end = 0;      // of the archive, in bytes from the file's begin
};

// Nothing: it is no zip.
std::optional<ZipEnd> zip_end(const ByteSource& bytes);

// Whether the file, which begins as another thing, ends as a zip: a program or a
// script that unpacks itself, or a text behind which an empty zip's end stands.
// `head`: its first bytes, or all of it. One read at most, of what is not there.
bool ends_as_zip(const ByteSource& bytes, std::string_view head);

}  // namespace sluice
