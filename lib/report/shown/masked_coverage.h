// The coverage with tokens masked in the paths and sentences that it contains.
// Thread-safety: pure functions.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "finding/finding.h"

namespace sluice {

// Returns a text with the tokens in it masked.
using TokenMask = std::function<std::string(std::string_view)>;

Location masked_location(Location location, const TokenMask& mask);

Coverage masked_coverage(Coverage coverage, const TokenMask& mask);

}  // namespace sluice
