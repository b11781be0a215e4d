// Whether a value is a password, made up by a person or drawn by a generator.
// Thread-safety: pure functions. Cost: no allocation; up to 3 microseconds.
#pragma once

#include <string_view>

#include "judge/value/assigned.h"

namespace sluice {

// Never returns kName.
Assigned password_value(const AssignedAt& at, const ValueTraits& value);

// Whether `text` is what a service expects as the password when the token is
// the user name: nothing (Stripe), "X" (Freshdesk), "x-oauth-basic" (GitHub),
// "api_token" (Toggl).
bool stands_for_no_password(std::string_view text);

// Judges user:password in base64, as in a header. The secret is the password,
// or a token in place of either.
Assigned user_info_value(const AssignedAt& at, std::string_view value);

// Whether a value that password_value() takes for a password meets the rules of
// sign-up pages: small letters, a capital, a digit and a sign, and no word of
// programs. Examples hardly ever do.
bool is_fully_dressed(const ValueTraits& value);

}  // namespace sluice
