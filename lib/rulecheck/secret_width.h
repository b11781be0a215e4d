// How long the secret of a rule's match can be.
// Thread-safety: pure function. Errors: none; any pattern is taken.
#pragma once

#include <cstdint>
#include <string_view>

namespace sluice {

// The most bytes that group `group` of `regex` (RE2's syntax) can hold; of 0 the
// first group, if it takes part in every match. Never too few: where that is
// beyond a look at the pattern's text, the width of the whole match, or
// kUnboundedWidth.
std::uint32_t max_secret_width(std::string_view regex, std::uint32_t group);

}  // namespace sluice
