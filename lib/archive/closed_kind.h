// Containers of files that are recognised and not opened: their kind, so that
// a report can name it.
// Thread-safety: a pure function.
#pragma once

#include <string_view>

namespace sluice {

// Returns the kind, for people ("disc image of QEMU (qcow2)"), by the first
// bytes of a file. Empty for all other files.
std::string_view closed_kind(std::string_view head);

}  // namespace sluice
