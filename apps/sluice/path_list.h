// The paths of --files-from.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace sluice {

// The paths in a list: one a line, or, if there is a NUL in it, as
// `find -print0` and `git ls-files -z` write it. Empty ones are left out.
std::vector<std::string> paths_in(std::string_view list);

// Reads the list at `source`, "-" for standard input. Errors: kNotFound or kIo,
// which name the list.
Result<std::vector<std::string>> read_path_list(const std::string& source);

}  // namespace sluice
