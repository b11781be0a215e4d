// Whether a value is a password that somebody made up, or a generator drew.
// Thread-safety: pure functions. Cost: no allocation; up to 3 microseconds.
#pragma once

#include <string_view>

#include "judge/value/assigned.h"

namespace sluice {

// Never kName.
Assigned password_value(const AssignedAt& at, std::string_view value);

// Whether a service that takes its tokens for the name wants this for the
// password: nothing (Stripe), "X" (Freshdesk), "x-oauth-basic" (GitHub),
// "api_token" (Toggl).
bool stands_for_no_password(std::string_view text);

// user:password in base64, as in a header: of the password, or of a token that
// stands alone for either.
Assigned user_info_value(const AssignedAt& at, std::string_view value);

// Whether a value that password_value() takes for one is dressed up as much as
// the passwords that are asked for and nobody writes to show one: small
// letters, a capital, a digit and a sign, and no word of programs.
bool is_fully_dressed(std::string_view value);

}  // namespace sluice
