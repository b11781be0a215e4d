// Names of files as git writes them if they have other than printable ASCII: in
// quotes, with C's escapes.
// Thread-safety: a pure function.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sluice {

// Returns the name between the quotes; `text` begins with the first one, and
// what comes after the second is passed over. Nothing if no quote closes it or
// an escape is none of C's.
std::optional<std::string> unquoted_name(std::string_view text);

}  // namespace sluice
