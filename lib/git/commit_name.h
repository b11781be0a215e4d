// What a person calls a commit: a branch, a tag, an id, HEAD~2.
// Thread-safety: any thread.
#pragma once

#include <string>

#include "base/error.h"
#include "git/git_repository.h"

namespace sluice {

// The commit's id, in hex. Error: kUsage, there is none of that name here, and
// how to get it if it looks like a branch of a remote.
Result<std::string> commit_named(const GitRepository& repository,
                                 const std::string& name);

}  // namespace sluice
