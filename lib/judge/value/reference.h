// Distinguishes references, which say where a value comes from, from values.
// Thread-safety: pure functions. Cost: no allocation; some 100 ns.
#pragma once

#include <string_view>

namespace sluice {

// A variable, a call, a path, an address, a template.
bool is_reference(std::string_view value);

// A piece of a program: brackets of which one is missing, or the beginning or
// end of a string that was cut at the wrong place; a pattern.
bool is_code(std::string_view value);

bool is_file_name(std::string_view value);

}  // namespace sluice
