// The look of a value by its characters: drawn, written by a person, or of a
// form that has a name.
// Thread-safety: a pure function.
// Cost: no allocation; one to two microseconds for 40 bytes.
#pragma once

#include "judge/value/traits.h"

namespace sluice {

// What ValueTraits::appearance() keeps.
Appearance appearance_of(const ValueTraits& value);

}  // namespace sluice
