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

struct EnclosingRepository {
  std::string root;           // an absolute path
  std::string git_directory;  // see common_git_directory()
  // From the root to the directory, "src/core/"; empty if it is the root.
  std::string inside;
};

// Returns nothing if there is none, and inside a repository's own files. Like
// git, it does not leave `device`, the directory's own.
std::optional<EnclosingRepository> enclosing_repository(
    const FileSystem& fs, const std::string& directory,
    unsigned long long device);

}  // namespace sluice
