// The line that makes a shell script of husky's user run sluice.
// Thread-safety: pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sluice {

// It has no absolute path, because the file is committed. `|| exit` also stops
// a script that runs without -e.
inline constexpr std::string_view kHuskyLine =
    "sluice git --staged || exit  # written by sluice hook install";

// Returns `script` with kHuskyLine before the user's commands. At the end the
// line might never run, because a script may leave by `exit` or `exec` earlier.
// The script must not have the line.
std::string with_husky_line(std::string_view script);

// Returns the text without the line. If nobody has changed the result of
// with_husky_line() since, that is the text it was given, byte for byte.
// Returns nothing if the script does not have the line.
std::optional<std::string> without_husky_line(std::string_view script);

// Whether a command of the script runs sluice, ours or one that the user wrote.
bool runs_sluice(std::string_view script);

// False if the script's first line names an interpreter that is no shell.
bool is_shell_script(std::string_view script);

}  // namespace sluice
