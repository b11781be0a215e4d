// Whether a value is a password that somebody made up, or a generator drew.
// Thread-safety: pure functions. Cost: no allocation; up to 3 microseconds.
#pragma once

#include <string_view>

#include "judge/assigned.h"

namespace sluice {

// Never kName.
Assigned password_value(const AssignedAt& at, std::string_view value);

// user:password in base64, as in a header: of the password.
Assigned user_info_value(const AssignedAt& at, std::string_view value);

}  // namespace sluice
