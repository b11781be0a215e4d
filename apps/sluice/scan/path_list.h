// The paths of --files-from.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace sluice {

// Returns the paths in a list: one per line, or, if the list contains a NUL, as
// `find -print0` and `git ls-files -z` write it. Skips empty ones.
std::vector<std::string> paths_in(std::string_view list);

// Reads the list at `source` ("-" for standard input). Errors: kNotFound or
// kIo, with the name of the list.
Result<std::vector<std::string>> read_path_list(const std::string& source);

}  // namespace sluice
