// The text that a match of a pattern can contain: a word, and how long a
// secret.
// Thread-safety: pure functions. Errors: none; any bytes are accepted.
#pragma once

#include <cstdint>
#include <string_view>

namespace sluice {

// Returns false if no match of `regex` (RE2's syntax) contains `word`, in any
// case of its ASCII letters. Returns true if one may, if the pattern is beyond
// the analysis, or if the word is longer than 60 bytes.
bool may_hold(std::string_view regex, std::string_view word);

// Returns the most bytes that group `group` of `regex` (RE2's syntax) can
// match. 0 means the first group, if it takes part in every match. The result
// is never too small: if the pattern's text does not show it, it is the width
// of the whole match, or kUnboundedWidth.
std::uint32_t max_secret_width(std::string_view regex, std::uint32_t group);

}  // namespace sluice
