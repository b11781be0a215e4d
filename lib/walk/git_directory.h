// Whether a directory is the root of a git repository, by git's own criteria,
// and where the repository's own files are.
// Thread-safety: pure functions of the filesystem.
#pragma once

#include <optional>
#include <string>

#include "fs/file_system.h"

namespace sluice {

// Returns the directory that contains `info/exclude`, if the open directory
// `root` is the root of a repository: a plain one, a worktree or a submodule
// (whose `.git` is a file). The path is relative to `root`, or absolute.
// Returns nothing if `root` is not such a root, or the repository is
// incomplete.
std::optional<std::string> common_git_directory(const FileSystem& fs, int root);

// Whether the open directory itself contains a repository's own files, like a
// bare repository and every .git.
bool is_git_directory(const FileSystem& fs, int directory);

}  // namespace sluice
