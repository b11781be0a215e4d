// How far apart two words are, for messages that ask "did you mean ...?".
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

// The one of `known` that may have been meant by `word`, which is not among
// them: the nearest that is at most a third of it away, or one step. Empty if
// none is that near, and for a long `word`, which is no mistyped one.
std::string_view nearest(std::string_view word,
                         std::span<const std::string_view> known);

}  // namespace sluice
