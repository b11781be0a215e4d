// The bytes that a `[...]` of a glob accepts.
// Thread-safety: plain values.
#pragma once

#include <bitset>
#include <cstddef>
#include <optional>
#include <string_view>

namespace sluice {

using ByteClass = std::bitset<256>;

// Reads the class that begins at pattern[*at], which is '['. On success `*at`
// is one past the closing ']'; nothing if the class is malformed (no end, or an
// unknown [:name:]), which in git means that the whole pattern matches nothing.
// '/' is never a member, negated or not.
std::optional<ByteClass> parse_byte_class(std::string_view pattern,
                                          std::size_t* at);

}  // namespace sluice
