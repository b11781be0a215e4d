// Finds the values that a binary file assigns to names of credentials
// (named_values.h, program_values.h, resource_values.h).
//
// Thread-safety: one thread at a time. Errors: kIo, with only the reason: the
// source cannot be read, or a bound of the Unpacking is met. Memory: a block of
// the source; for programs and resources all of it, up to 32 MiB, which count
// for the Unpacking.
#pragma once

#include <string_view>
#include <vector>

#include "archive/named_values.h"
#include "archive/unpacking.h"
#include "base/error.h"
#include "fs/byte_source.h"

namespace sluice {

// More values of a file are not looked at.
inline constexpr std::size_t kMostNamedValues = 10'000;

// `head`: the first bytes of the source, which can be read from any place.
Result<std::vector<NamedValue>> values_of(const ByteSource& source,
                                          std::string_view head,
                                          Unpacking& unpacking);

}  // namespace sluice
