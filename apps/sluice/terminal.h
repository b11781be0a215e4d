// Properties of standard output: whether it is a terminal, and its width.
// Thread-safety: none is needed; called by the main thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/scan/scan_options.h"

namespace sluice {

// Whether to use colors. --color decides, else NO_COLOR, CLICOLOR_FORCE and
// CLICOLOR in this order, else whether standard output is a terminal with
// colors.
bool wants_color(Color choice);

// Whether a terminal of the type `term` (the variable TERM, or null)
// understands control sequences.
bool obeys(const char* term);

// Returns the width of the terminal; nothing if standard output is not one.
std::optional<std::size_t> terminal_columns();

// Returns `text` with visible control characters and, if `color`, in the color
// of `sgr` (Select Graphic Rendition parameters).
std::string paint(bool color, std::string_view sgr, std::string_view text);

}  // namespace sluice
