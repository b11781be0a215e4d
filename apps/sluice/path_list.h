// The paths of --files-from.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"

namespace sluice {

// Reads the list at `source`, "-" for standard input. It is one path a line,
// or, if there is a NUL in it, as `find -print0` and `git ls-files -z` write
// it. Empty ones are left out. Errors: kNotFound or kIo, which name the list.
Result<std::vector<std::string>> read_path_list(const std::string& source);

}  // namespace sluice
