// Where it pays to decode the escapes of a text: what comes out can be part of
// a secret or of the name before it, and was none before. A cheap question,
// asked of each escape's first character, that looks 80 bytes around at most.
// It refuses nearly all that programs hold: "...\n" at the end of a text, %3d
// of a format, & before a name.
// Thread-safety: pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "decode/coding.h"

namespace sluice {

// The bytes before and behind an escape that decide.
inline constexpr std::size_t kTriggerReach = 80;

// The encoding whose escape begins at text[at], one of \ % & = >, if it pays.
std::optional<Coding> trigger_at(std::string_view text, std::size_t at);

}  // namespace sluice
