// The names that were there before a change: a token in one of them is not new.
// Thread-safety: pure functions. Memory: all paths of a tree. Error: kIo.
#pragma once

#include <span>
#include <string>

#include "base/error.h"
#include "git/git_repository.h"
#include "git/object_id.h"
#include "git/run_git.h"

namespace sluice {

// Returns the paths of all files in these trees, or in the trees of these
// commits, with a NUL after each.
Result<std::string> names_in_trees(const GitWorkdir& place,
                                   std::span<const std::string> trees);

// Returns those of the parents of a commit.
Result<std::string> names_before(const GitWorkdir& place,
                                 const ObjectId& commit);

}  // namespace sluice
