// Shannon entropy as gitleaks computes it, so that thresholds and reports agree
// to the last digit of a float.
// Thread-safety: a pure function.
#pragma once

#include <string_view>

namespace sluice {

// In bits; 0 for an empty text. Characters are counted (each byte that belongs
// to none as U+FFFD), but their shares are those of the bytes, so that text
// beyond ASCII comes out too low.
double rune_entropy(std::string_view text);

}  // namespace sluice
