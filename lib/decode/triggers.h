// Decides where it pays to decode the escapes of a text: the decoded text can
// be part of a secret or of the name before it, and the encoded one cannot. The
// test is cheap. It is made for each escape's first character, and looks at
// most 80 bytes around. It refuses nearly all escapes in programs: "...\n" at
// the end of a text, %3d in a format, & before a name.
// Thread-safety: pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "decode/coding.h"

namespace sluice {

// The number of bytes before and after an escape that decide.
inline constexpr std::size_t kTriggerReach = 80;

// The encoding whose escape begins at text[at], one of \ % & = > or a
// quote, if it pays.
std::optional<Coding> trigger_at(std::string_view text, std::size_t at);

}  // namespace sluice
