// Which literals to look for: a cost for a set of anchors, and the cheapest
// anchors that a set of strings offers.
// Thread-safety: pure functions. Errors: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "regex/shape.h"
#include "regex/tree.h"

namespace sluice {

// How rarely a given byte of source code begins `text`, in bits: the estimate
// is 2^-bits. `text` is in lower case if `caseless`.
double rarity_bits(std::string_view text, bool caseless);

// The cost of a search for the set: expected hits per byte, plus a little for
// each member. A hit counts more if it says little about the place of the
// match.
double anchor_cost(const std::vector<ShapeAnchor>& anchors);

// Returns one anchor for each string, or for another string that contains it.
// At most `lead` bytes precede the string, and the match goes on at `behind`.
// Returns nothing if a string is too short.
std::optional<std::vector<ShapeAnchor>> choose_anchors(
    const std::vector<RegexLiteral>& strings, std::uint32_t lead,
    const AnchorEnd& behind);

// Drops every anchor that contains another one, which then represents both.
void drop_implied(std::vector<ShapeAnchor>& anchors);

// Cuts the anchors to a common length that makes them at most `max_anchors`;
// false if none of at least kMinAnchor does.
bool shorten_to_fit(std::vector<ShapeAnchor>& anchors, std::size_t max_anchors);

}  // namespace sluice
