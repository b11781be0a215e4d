#include "terminal.h"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "text/escape.h"

namespace sluice {
namespace {

// https://no-color.org: any value but the empty one turns colours off.
bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

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

bool obeys(const char* term) {
  return term != nullptr && *term != '\0' && std::string_view(term) != "dumb";
}

bool wants_color(Color choice) {
  if (choice != Color::kAuto) return choice == Color::kAlways;
  if (is_set("NO_COLOR")) return false;
  // https://bixense.com/clicolors
  const char* force = std::getenv("CLICOLOR_FORCE");
  if (force != nullptr && *force != '\0' && std::string_view(force) != "0")
    return true;
  const char* wanted = std::getenv("CLICOLOR");
  if (wanted != nullptr && std::string_view(wanted) == "0") return false;
  return ::isatty(STDOUT_FILENO) != 0 && obeys(std::getenv("TERM"));
}

std::optional<std::size_t> terminal_columns() {
  constexpr std::size_t kUnknown = 80;
  constexpr std::size_t kMin = 40;
  if (::isatty(STDOUT_FILENO) == 0) return std::nullopt;
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return kUnknown;
  return std::max<std::size_t>(size.ws_col, kMin);
}

std::string paint(bool color, std::string_view sgr, std::string_view text) {
  std::string visible = escape_for_terminal(text);
  if (!color || visible.empty()) return visible;
  return fmt::format("\x1b[{}m{}\x1b[0m", sgr, visible);
}

std::vector<std::string> wrapped(std::string_view text, std::size_t columns,
                                 Break where) {
  std::vector<std::string> lines;
  while (columns_of(text) > columns) {
    const std::size_t fits = bytes_that_fit(text, columns);
    const std::size_t blank = text.substr(0, fits + 1).rfind(' ');
    const bool at_blank = where == Break::kAtBlanks &&
                          blank != std::string_view::npos && blank != 0;
    const std::size_t size = at_blank ? blank : fits;
    lines.emplace_back(text.substr(0, size));
    text.remove_prefix(at_blank ? size + 1 : size);
  }
  if (!text.empty() || lines.empty()) lines.emplace_back(text);
  return lines;
}

}  // namespace sluice
