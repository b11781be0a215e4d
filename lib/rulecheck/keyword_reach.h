// Decides whether a match of a pattern can contain a word.
// Thread-safety: pure function. Errors: none; any bytes are accepted.
#pragma once

#include <string_view>

namespace sluice {

// Returns false if no match of `regex` (RE2's syntax) contains `word`, in any
// case of its ASCII letters. Returns true if one may, if the pattern is beyond
// the analysis, or if the word is longer than 60 bytes.
bool may_hold(std::string_view regex, std::string_view word);

}  // namespace sluice
