// Tells values that a machine drew from text that people write. Where nothing
// marks the end of a value, or a sign in it means something in many languages,
// this decides whether the value is taken whole.
// Thread-safety: a pure function.
#pragma once

#include <string_view>

namespace sluice {

// Whether `value` is a jumble of letters, digits and signs: no variable, call,
// template, index, expression or regular expression, nor a list of settings.
bool is_opaque(std::string_view value);

}  // namespace sluice
