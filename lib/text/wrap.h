// Breaks text into lines that fit a terminal.
// Thread-safety: pure functions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

// `text`, which is visible, in lines of at most `columns`: broken at blanks, and a
// word that is longer anywhere, but for an address (`https://...`), which stands
// whole on a longer line; or, kAnywhere, without regard to blanks, so that the
// lines put together are the text.
enum class Break : bool { kAtBlanks, kAnywhere };
std::vector<std::string> wrapped(std::string_view text, std::size_t columns,
                                 Break where = Break::kAtBlanks);

}  // namespace sluice
