// Finds the git repository of a directory, and the directory's path in it.
// Thread-safety: pure functions of the filesystem.
#pragma once

#include <optional>
#include <string>

#include "fs/file_system.h"

namespace sluice {

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
