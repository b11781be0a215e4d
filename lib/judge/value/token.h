// Whether a value was drawn by a generator.
// Thread-safety: pure functions. Cost: no allocation; two microseconds.
#pragma once

#include "judge/context/name.h"
#include "judge/value/assigned.h"

namespace sluice {

// The less `name` means a secret, the longer the value must be to count as a
// token. Never returns kName.
Assigned token_value(NameSays name, const ValueTraits& value);

}  // namespace sluice
