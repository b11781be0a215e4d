// What standard output is: a terminal, and which, or else a pipe or a file.
// Thread-safety: none is needed; asked by the main thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "options.h"

namespace sluice {

// What --color says or else, in this order: NO_COLOR, CLICOLOR_FORCE, CLICOLOR,
// and whether it is a terminal that obeys.
bool wants_color(Color choice);

// Whether a terminal of the type `term` (TERM; may be null) obeys control
// sequences.
bool obeys(const char* term);

// The width of the terminal; nothing if standard output is none.
std::optional<std::size_t> terminal_columns();

// `text`, made visible, in the colour of `sgr` (Select Graphic Rendition
// parameters) if `color`.
std::string paint(bool color, std::string_view sgr, std::string_view text);

}  // namespace sluice
