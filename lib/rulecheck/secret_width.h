// The greatest length of the secret in a rule's match.
// Thread-safety: pure function. Errors: none; any pattern is accepted.
#pragma once

#include <cstdint>
#include <string_view>

namespace sluice {

// Returns the most bytes that group `group` of `regex` (RE2's syntax) can
// match. 0 means the first group, if it takes part in every match. The result
// is never too small: if the pattern's text does not show it, it is the width
// of the whole match, or kUnboundedWidth.
std::uint32_t max_secret_width(std::string_view regex, std::uint32_t group);

}  // namespace sluice
