// Whether a value was drawn by a generator.
// Thread-safety: pure functions. Cost: no allocation; two microseconds.
#pragma once

#include <string_view>

#include "judge/context/name.h"
#include "judge/value/assigned.h"

namespace sluice {

// `name` says what a token would be for, and so how long it is at least: the
// less a name says, the more the value must. Never kName.
Assigned token_value(NameSays name, std::string_view value);

}  // namespace sluice
