// Whether a match of a pattern can hold a word.
// Thread-safety: pure function. Errors: none; any bytes are taken.
#pragma once

#include <string_view>

namespace sluice {

// False: no match of `regex` (RE2's syntax) holds `word`, in any case of its
// ASCII letters. True: one may. Where the pattern is beyond the analysis, or
// the word longer than 60 bytes, the answer is true.
bool may_hold(std::string_view regex, std::string_view word);

}  // namespace sluice
