// The window of a component: `within` of betterleaks' configurations.
//
// "5L" means the match's lines and four more on either side. "100C" or "100"
// means so many bytes on either side; with a sign only before (-) or after (+)
// it. Several are separated by commas: "-2L,+4L,200C". Lines include the
// match's own, so "1L" is its line.
// Thread-safety: pure. Errors: the mistake, in a few words.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "rules/rule.h"

namespace sluice {

Result<Window> parse_window(std::string_view text);

}  // namespace sluice
