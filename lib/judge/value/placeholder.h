// Distinguishes values in the place of a secret ("your_token_here", "xxxxxxxx",
// "${TOKEN}") from secrets.
// Thread-safety: a pure function.
#pragma once

#include <string_view>

namespace sluice {

bool is_placeholder(std::string_view secret);

}  // namespace sluice
