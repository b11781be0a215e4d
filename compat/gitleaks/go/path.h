// Paths as Go's path/filepath spells them. The names in reports, ignore files
// and baselines depend on that spelling.
// Thread-safety: pure functions, except for those that query the system.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace sluice {

// filepath.Clean: without ".", "//" and what ".." takes back; "" is ".".
std::string clean_go_path(std::string_view path);

// filepath.Join of a directory and a path below it.
std::string join_go_path(std::string_view directory, std::string_view below);

// filepath.Rel of the two, each below the current directory if it is not
// absolute. Errors: kIo, if that directory is gone.
Result<std::string> relative_go_path(std::string_view from,
                                     std::string_view path);

// filepath.EvalSymlinks: `path` with every link replaced by its target; a
// relative path stays one. Errors: kIo, in the system's words.
Result<std::string> resolve_links(std::string_view path);

}  // namespace sluice
