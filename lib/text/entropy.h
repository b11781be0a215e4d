// Shannon entropy of a short text, in bits per byte (0 to 8).
// Thread-safety: a pure function.
#pragma once

#include <string_view>

namespace sluice {

// 0 for an empty text. Counted over bytes, as gitleaks does for ASCII, so that
// its thresholds keep their meaning.
double shannon_entropy(std::string_view text);

}  // namespace sluice
