// How far apart two words are, for messages that ask "did you mean ...?".
// Thread-safety: pure function.
#pragma once

#include <cstddef>
#include <string_view>

namespace sluice {

// The least number of insertions, deletions, replacements and swaps of
// neighbours (optimal string alignment) between the two, ASCII letters of
// either case alike. Takes the product of the sizes in time.
std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace sluice
