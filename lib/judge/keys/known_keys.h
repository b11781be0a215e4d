// Private keys that standards and tools publish as examples: they are known to
// everyone and protect nothing.
// Thread-safety: a pure function.
#pragma once

#include <string_view>

namespace sluice {

// `identity` as PrivateKey has it.
bool is_known_key(std::string_view identity);

}  // namespace sluice
