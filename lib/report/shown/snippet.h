// A line of a file with the secret underlined, fitted to a terminal.
// Thread-safety: a pure function.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sluice {

struct SnippetSource {
  // The line or a part of it, already masked.
  std::string_view text;
  // The place of the secret in `text`; it may reach beyond the text.
  std::size_t secret_begin = 0;
  std::size_t secret_size = 0;
  // Whether the line continues before or after `text`.
  bool cut_left = false;
  bool cut_right = false;
};

// Two lines without their ends. The second has `^~~~` below the secret of the
// first; it is empty if no byte of the secret is in the text.
struct Snippet {
  // In three parts, so that the middle one can be coloured.
  std::string before;
  std::string secret;
  std::string after;
  std::string caret;
};

// Returns a snippet of at most `columns` columns, or 16 if there are fewer.
// Text that does not fit becomes an ellipsis. The snippet always contains the
// start of the secret, all of it if there is room, and some of the text before
// it. Leading blanks are left out without an ellipsis. A tab becomes a space;
// other control characters are escaped.
Snippet make_snippet(const SnippetSource& source, std::size_t columns);

// `text` made visible, and cut to `columns`, or to 16 where they are fewer,
// with an ellipsis at its end.
std::string fit_to_columns(std::string_view text, std::size_t columns);

}  // namespace sluice
