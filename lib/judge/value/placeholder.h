// Distinguishes values in the place of a secret ("your_token_here", "xxxxxxxx",
// "${TOKEN}") from secrets.
// Thread-safety: a pure function.
#pragma once

#include "judge/value/traits.h"

namespace sluice {

bool is_placeholder(const ValueTraits& value);

}  // namespace sluice
