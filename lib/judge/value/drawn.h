// Whether a value looks as if drawn by lot: asked where the name that it is
// assigned to does not say secret (pingdom = "v").
// Thread-safety: pure functions. Cost: no allocation; some ten ns a byte.
#pragma once

#include <string_view>

namespace sluice {

// Letters and digits, mixed, that spell nothing; or the shape of a UUID.
// `apart`: nothing but blanks stands between name and value, so that it must
// be longer.
bool looks_drawn(std::string_view value, bool apart);

}  // namespace sluice
