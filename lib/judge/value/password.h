// Whether a value is a password, made up by a person or drawn by a generator.
// Thread-safety: pure functions. Cost: no allocation; up to 3 microseconds.
#pragma once

#include <string_view>

#include "judge/value/assigned.h"

namespace sluice {

// Never kName.
Assigned password_value(const AssignedAt& at, std::string_view value);

// Whether `text` is what a service expects in place of a password when the
// token stands in the place of the user: nothing (Stripe), "X" (Freshdesk),
// "x-oauth-basic" (GitHub), "api_token" (Toggl).
bool stands_for_no_password(std::string_view text);

// user:password in base64, as in a header: of the password, or of a token that
// stands alone for either.
Assigned user_info_value(const AssignedAt& at, std::string_view value);

// Whether a value that password_value() takes for a password meets the rules
// that sign-up pages set: small letters, a capital, a digit and a sign, and no
// word of programs. Examples are hardly ever written so.
bool is_fully_dressed(std::string_view value);

}  // namespace sluice
