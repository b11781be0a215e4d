// Values in lists of settings, where a table refers from names to texts:
//
// - a registry hive of Windows (regf): texts of values, deleted ones too
// - resources of Android (resources.arsc): strings, in each language
//
// Thread-safety: pure functions. Units: bytes. Bounds: the bytes are foreign.
// Each function looks at no more than a fixed multiple of them, and stops where
// they make no sense. Only names and values of printable ASCII count.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "archive/named_values.h"

namespace sluice {

// Whether the file that begins with `head` is of one of these kinds.
bool may_have_resource_values(std::string_view head);

// Appends the values of a file that is in memory as a whole, at most `most`.
// Their places are where the texts begin, in UTF-8 or UTF-16. A name at a place
// is appended once.
void find_resource_values(std::string_view bytes, std::size_t most,
                          std::vector<NamedValue>* values);

}  // namespace sluice
