// Turns letters into small letters, as Go's strings.ToLower does: one character
// becomes one character, by Unicode's simple mapping.
// Thread-safety: pure functions.
#pragma once

#include <string>
#include <string_view>

namespace sluice {

// If any character changes or is not ASCII, a byte that belongs to no character
// becomes U+FFFD, three bytes, as in Go. So the length may change.
std::string to_lower(std::string_view text);

// Whether `text` contains letters beyond ASCII that match ASCII letters if case
// is ignored: U+0130, U+017F and U+212A.
bool folds_to_ascii(std::string_view text);

}  // namespace sluice
