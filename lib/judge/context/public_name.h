// Names of keys and tokens that are public by their vendors' documents, since
// every page or app holds them: a search key, a client token.
// Thread-safety: pure functions. Cost: no allocation; some 100 ns.
#pragma once

#include <string_view>

namespace sluice {

bool is_public_name(std::string_view name);

// Whether a value of this name may be what a client draws to tell its requests
// apart, or a lock: a "ClientRequestToken" is of no use to anybody else. Other
// services call their keys so, too, which are no UUIDs.
bool is_request_name(std::string_view name);

}  // namespace sluice
