// `sluice git`: the changes in the index or the working tree, and commits
// (history/).
#pragma once

#include "git_options.h"

namespace sluice {

// Returns the exit code.
Result<int> run_git_command(GitOptions& options);

}  // namespace sluice
