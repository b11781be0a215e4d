// Names of keys and tokens that their vendors call public, since they stand in
// every page or app: a search key, a client token.
// Thread-safety: pure functions. Cost: no allocation; some 100 ns.
#pragma once

#include <string_view>

namespace sluice {

bool is_public_name(std::string_view name);

}  // namespace sluice
