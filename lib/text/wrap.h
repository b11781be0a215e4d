// Breaks text into lines that fit a terminal.
// Thread-safety: pure functions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

// Splits `text`, which is visible, into lines of at most `columns`. Lines break
// at blanks, and within a word that is longer than a line. An address
// (`https://...`) stays whole, on a longer line. With kAnywhere, blanks do not
// matter, so that the lines put together are the text.
enum class Break : bool { kAtBlanks, kAnywhere };
std::vector<std::string> wrapped(std::string_view text, std::size_t columns,
                                 Break where = Break::kAtBlanks);

}  // namespace sluice
