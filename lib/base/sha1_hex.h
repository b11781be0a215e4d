// SHA-1 (FIPS 180-4), for formats of other programs that contain such digests.
// It protects nothing; our own formats do not use it.
// Thread-safety: pure function. Errors: none.
#pragma once

#include <string>
#include <string_view>

namespace sluice {

// The digest of `text` in 40 lower-case hexadecimal digits.
std::string sha1_hex(std::string_view text);

}  // namespace sluice
