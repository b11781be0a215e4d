// The bytes that a `[...]` of a glob accepts.
// Thread-safety: plain values.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sluice {

using ByteClass = std::bitset<256>;

// Whether 'a' and 'A' are the same, only in ASCII, like core.ignoreCase.
enum class Case : std::uint8_t { kSensitive, kIgnored };

// `c` as texts and patterns are compared with Case::kIgnored.
constexpr char folded(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Reads the class that begins at pattern[*at], which is '['. On success `*at`
// is one past the closing ']'. Returns nothing if the class is malformed (no
// end, or an unknown [:name:]); then in git the whole pattern matches nothing.
// '/' is never a member, negated or not. With Case::kIgnored the class is for
// folded texts.
std::optional<ByteClass> parse_byte_class(std::string_view pattern,
                                          std::size_t* at,
                                          Case mode = Case::kSensitive);

}  // namespace sluice
