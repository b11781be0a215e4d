// The line that makes a shell script of husky's user run sluice.
// Thread-safety: pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sluice {

// Without an absolute path, since the file is committed. `|| exit` stops a script
// that runs without -e, too.
inline constexpr std::string_view kHuskyLine =
    "sluice git --staged || exit  # written by sluice hook install";

// `script` with kHuskyLine in front of the user's commands. It does not go to the
// end, since a script may leave by `exit` or `exec` before. The script must not
// have the line.
std::string with_husky_line(std::string_view script);

// The text that with_husky_line() was given, byte for byte, as long as nobody has
// changed its result since, and else the text without the line. Nothing if the
// script does not have the line.
std::optional<std::string> without_husky_line(std::string_view script);

// Whether a command of the script runs sluice, ours or one that the user wrote.
bool runs_sluice(std::string_view script);

// False if the script's first line names an interpreter that is no shell.
bool is_shell_script(std::string_view script);

}  // namespace sluice
