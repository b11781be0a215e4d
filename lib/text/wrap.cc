#include "text/wrap.h"

#include "text/escape.h"

namespace sluice {
namespace {

// The bytes of `text` that take at most `columns`, one character at least.
std::size_t bytes_that_fit(std::string_view text, std::size_t columns) {
  std::size_t bytes = 0;
  std::size_t used = 0;
  while (bytes < text.size()) {
    const VisibleChar next = next_visible(text.substr(bytes));
    used += next.columns;
    if (used > columns && bytes != 0) break;
    bytes += next.size;
  }
  return bytes;
}

}  // namespace

std::vector<std::string> wrapped(std::string_view text, std::size_t columns,
                                 Break where) {
  std::vector<std::string> lines;
  while (columns_of(text) > columns) {
    const std::size_t fits = bytes_that_fit(text, columns);
    const std::size_t blank = text.substr(0, fits + 1).rfind(' ');
    const bool at_blank = where == Break::kAtBlanks &&
                          blank != std::string_view::npos && blank != 0;
    std::size_t size = at_blank ? blank : fits;
    // An address that is broken cannot be opened or copied.
    const std::string_view word = text.substr(0, text.find(' '));
    if (where == Break::kAtBlanks && !at_blank &&
        word.find("://") != std::string_view::npos)
      size = word.size();
    const bool ends_at_blank =
        size < text.size() && text[size] == ' ' && where == Break::kAtBlanks;
    lines.emplace_back(text.substr(0, size));
    text.remove_prefix(ends_at_blank ? size + 1 : size);
  }
  if (!text.empty() || lines.empty()) lines.emplace_back(text);
  return lines;
}

}  // namespace sluice
