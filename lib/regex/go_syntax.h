// Patterns in the syntax of Go's regexp, in which configurations are written,
// as RE2 has them. The two are nearly one language; what Go takes and this RE2
// refuses is rewritten, what RE2 takes and Go refuses is refused:
//
//   (?<name>...)                  becomes (?P<name>...)
//   \pl, \p{letter}, \p{greek}    become \pL, \p{L}, \p{Greek}
//   \C, group names beyond ASCII  are errors
//
// Everything else is left as it is, for RE2 to take or to refuse.
// Thread-safety: pure function.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace sluice {

// Error: kConfig with only the reason, in the style of RE2's words.
Result<std::string> from_go_syntax(std::string_view regex);

}  // namespace sluice
