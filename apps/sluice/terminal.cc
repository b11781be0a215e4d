#include "sluice/terminal.h"

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

}  // namespace sluice
