// The names that people use for a commit: a branch, a tag, an id, HEAD~2.
// Thread-safety: any thread.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "git/git_repository.h"

namespace sluice {

// Advice about commits that a shallow clone lacks; goes after a colon.
inline constexpr std::string_view kHowToUnshallow =
    "fetch its history by `git fetch --unshallow` (in CI: `fetch-depth: 0` on "
    "GitHub, `GIT_DEPTH: 0` on GitLab)";

// Returns the commit's id, in hex. Error: kUsage if there is no commit of this
// name. If the clone is shallow or the name looks like a branch of a remote,
// the message explains how to get it.
Result<std::string> commit_named(const GitRepository& repository,
                                 const std::string& name);

}  // namespace sluice
