// Whether a value looks drawn. For names that do not mean a secret (pingdom =
// "v").
// Thread-safety: pure functions. Cost: no allocation; some ten ns per byte.
#pragma once

#include <string_view>

namespace sluice {

// Letters and digits, mixed, that spell nothing; or the shape of a UUID.
// `apart` means that there are only blanks between name and value, so that the
// value must be longer.
bool looks_drawn(std::string_view value, bool apart);

}  // namespace sluice
