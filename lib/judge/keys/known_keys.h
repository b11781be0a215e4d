// Private keys that standards and tools publish as examples: everyone has them,
// and they protect nothing.
// Thread-safety: a pure function.
#pragma once

#include <string_view>

namespace sluice {

// `identity` is as in PrivateKey.
bool is_known_key(std::string_view identity);

}  // namespace sluice
