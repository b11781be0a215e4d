// Makes arbitrary bytes safe for the place they go to: a JSON string, a
// terminal, a line of a baseline.
// Thread-safety: pure functions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sluice {

// For a place that allows only UTF-8. Text that is UTF-8 stays as it is. In any
// other text, each byte that belongs to no character becomes \xNN and each
// backslash is doubled, so that the two cannot be confused.
std::string escape_invalid_utf8(std::string_view text);

// One character, or one byte that belongs to none, as a terminal may show it.
struct VisibleChar {
  std::string text;
  std::size_t size = 0;     // bytes of the original
  std::size_t columns = 0;  // of the terminal
};

// The first of `text`, which must not be empty. A control character (see
// is_control in text/utf8.h) becomes \xNN if it is ASCII, else \u{NNNN}; a byte
// that belongs to no character becomes \xNN. The rest stays as it is: a
// backslash too, so the text cannot be read back.
VisibleChar next_visible(std::string_view text);

// Columns of the terminal that `text` takes as next_visible() shows it.
std::size_t columns_of(std::string_view text);

// All of `text`, as next_visible().
std::string escape_for_terminal(std::string_view text);

// Writes %NN, in upper-case hex, for each byte of: '%', a character of `also`,
// a control character, or a byte that belongs to no character. Any
// percent-decoder undoes it; two texts never have the same result.
std::string escape_percent(std::string_view text, std::string_view also = "");

}  // namespace sluice
