// Places of raw deflate, which has no signature, so that only a container can
// say where it is: clusters of a compressed disc image of QEMU (qcow2), and
// blocks of Avro files.
//
// Thread-safety: pure functions. Errors: kIo, with only the reason: the source
// cannot be read, or a bound of the Unpacking is met.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "archive/unpacking.h"
#include "base/error.h"
#include "fs/byte_source.h"

namespace sluice {

// More places of a file are not returned.
inline constexpr std::size_t kMostStated = 100'000;

// Returns the places in a source that begins with `head` and can be read from
// any place, in their order in the container.
Result<std::vector<std::uint64_t>> stated_streams(const ByteSource& source,
                                                  std::string_view head,
                                                  Unpacking& unpacking);

}  // namespace sluice
