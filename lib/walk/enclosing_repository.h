// In which git repository a directory lies, and where in it.
// Thread-safety: pure functions of the filesystem.
#pragma once

#include <optional>
#include <string>

#include "fs/file_system.h"

namespace sluice {

struct EnclosingRepository {
  std::string root;           // an absolute path
  std::string git_directory;  // as of common_git_directory()
  // From the root to the directory, "src/core/"; empty: it is the root.
  std::string inside;
};

// Nothing if there is none, and within a repository's own files. Like git this
// looks no further than `device`, the directory's own, goes.
std::optional<EnclosingRepository> enclosing_repository(
    const FileSystem& fs, const std::string& directory,
    unsigned long long device);

}  // namespace sluice
