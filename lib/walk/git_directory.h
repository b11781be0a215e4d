// Whether a directory is the root of a git repository, as git itself decides
// that, and where the repository's own files are.
// Thread-safety: pure functions of the filesystem.
#pragma once

#include <optional>
#include <string>

#include "fs/file_system.h"

namespace sluice {

// The directory that holds `info/exclude`: of the open directory `root` if
// that is a repository's root, be it a plain one, a worktree or a submodule
// (whose `.git` is a file). Relative to `root`, or absolute. Nothing if `root`
// is none, or not a whole one.
std::optional<std::string> common_git_directory(const FileSystem& fs, int root);

// Whether the open directory holds a repository's own files itself, as a bare
// repository does, and as every .git.
bool is_git_directory(const FileSystem& fs, int directory);

}  // namespace sluice
