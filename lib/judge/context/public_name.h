// Names of keys and tokens that are public according to their vendors'
// documents, because every page or app contains them: a search key, a client
// token.
// Thread-safety: pure functions. Cost: no allocation; some 100 ns.
#pragma once

#include <string_view>

namespace sluice {

bool is_public_name(std::string_view name);

// Whether a value with this name may be one that a client draws to distinguish
// its requests, or a lock: a "ClientRequestToken" is useless to anybody else.
// Other services use such names for keys, too, but these keys are not UUIDs.
bool is_request_name(std::string_view name);

}  // namespace sluice
