// Distinguishes values that a machine drew from text that people write. If
// nothing marks the end of a value, or if a sign in it has a meaning in many
// languages, this decides whether the value is taken whole.
// Thread-safety: a pure function.
#pragma once

#include <string_view>

namespace sluice {

// Whether `value` is a jumble of letters, digits and signs: not a variable,
// call, template, index, expression, regular expression or list of settings.
bool is_opaque(std::string_view value);

}  // namespace sluice
