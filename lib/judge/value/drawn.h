// Whether a generator drew a value.
// Thread-safety: pure functions.
// Cost: no allocation; one to two microseconds for 40 bytes.
#pragma once

#include <string_view>

#include "judge/value/traits.h"

namespace sluice {

// What ValueTraits::drawn() keeps.
bool is_drawn(const ValueTraits& value);

// Whether a value is drawn although its name does not mean a secret (pingdom =
// "v"): it has letters and digits, mixed, that spell nothing, or the shape of a
// UUID. `apart` means that there are only blanks between name and value, so
// that the value must be longer.
bool looks_drawn(const ValueTraits& value, bool apart);

// Whether it is letters and digits that spell a little better than is_drawn()
// allows, as one drawn value in a hundred does. No name of a thing has as many
// digits and capitals in between, but a piece of base64 in a program may. So
// this only counts for a value that is assigned to the name of a secret.
bool is_nearly_drawn(const ValueTraits& value);

// For a value that is too short to be sure of, with only letters and digits:
// whether it spells nothing ("qvxz"). A few of a hundred abbreviations do.
bool is_unspellable(std::string_view s);

// Values as PHP's serialize() writes them: "a:2:{i:0;s:3:\"Ada\";}".
bool is_serialized(std::string_view s);

// Whether it has the shape of a UUID, with any letters: some vendors draw
// those.
bool has_uuid_shape(std::string_view s);

}  // namespace sluice
