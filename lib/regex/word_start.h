// Patterns whose matches begin at the beginning of a word: `\bghp_...`.
// Thread-safety: pure function.
#pragma once

#include <string_view>

namespace sluice {

// Whether every match of `regex` (RE2's syntax, valid) has a word boundary,
// RE2's \b, before its first byte. False where that is not plain to see.
bool begins_at_boundary(std::string_view regex);

}  // namespace sluice
