// The distance of two words, for messages like "did you mean ...?".
// Thread-safety: pure function.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace sluice {

// The least number of insertions, deletions, replacements and swaps of
// neighbours (optimal string alignment) between the two, ASCII letters of
// either case alike. Takes the product of the sizes in time.
std::size_t edit_distance(std::string_view a, std::string_view b);

// Returns the word of `known` that is nearest to `word`, which is not among
// them, if it is at most a third of the word away, or one step. Returns an
// empty text if none is that near, and for a long `word`, which is hardly
// mistyped.
std::string_view nearest(std::string_view word,
                         std::span<const std::string_view> known);

}  // namespace sluice
