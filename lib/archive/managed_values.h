// Values that programs for a virtual machine assign to names of credentials:
//
// - .NET, a file of Windows (PE) with a CLI header: literal fields, and
//   instructions that load a text and store it in a field or property
// - Android (dex): static fields with a value, and the same instructions
//
// Thread-safety: pure functions. Units: bytes. Bounds: the bytes are foreign.
// Each place is checked, a search is linear in the size of the file, and nothing
// is recursive. 2^19 assignments of texts are looked at.
#pragma once

#include <string_view>

#include "archive/value_bytes.h"

namespace sluice {

// Whether the file that begins with `head` is of one of these kinds. The header
// of a PE file must be in `head`.
bool has_managed_values(std::string_view head);

// Adds the values of a file that is in memory as a whole. A value in UTF-16 is
// added if it is ASCII.
void find_managed_values(std::string_view bytes, FoundValues* values);

}  // namespace sluice
