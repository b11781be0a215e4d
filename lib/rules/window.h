// The window of a component: `within` of betterleaks' configurations.
//
// "5L": the match's lines and four more on either side; "100C" or "100": so
// many bytes on either side; with a sign only before (-) or behind (+) it.
// Several, with commas, go together: "-2L,+4L,200C". Lines are counted with the
// match's own, so that "1L" is its line.
// Thread-safety: pure. Errors: what is wrong with it, in a few words.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "rules/rule.h"

namespace sluice {

Result<Window> parse_window(std::string_view text);

}  // namespace sluice
