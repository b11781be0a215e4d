// Letters made small, as Go's strings.ToLower does it: one character becomes
// one character, by Unicode's simple mapping.
// Thread-safety: pure functions.
#pragma once

#include <string>
#include <string_view>

namespace sluice {

// A byte that belongs to no character becomes U+FFFD, three bytes, if any
// character changes or is not ASCII, as in Go; so the length may change.
std::string to_lower(std::string_view text);

// Whether some letters of `text` that are not ASCII match ASCII ones when case
// does not count: U+0130, U+017F and U+212A.
bool folds_to_ascii(std::string_view text);

}  // namespace sluice
