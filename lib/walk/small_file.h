// Reads a file that the walk needs itself: an ignore file, or one of git's.
// Thread-safety: pure functions of the filesystem.
#pragma once

#include <cerrno>
#include <cstddef>
#include <string>

#include "fs/file_system.h"

namespace sluice {

// Whether an answer means that nothing stands at the path.
inline bool is_absent(const Error& error) {
  return error.sys_errno == ENOENT || error.sys_errno == ENOTDIR;
}

// The whole of a regular file, to which links may lead; fails if it has more
// than `most` bytes. Waits for no pipe.
Result<std::string> read_small_file(const FileSystem& fs, int at,
                                    const std::string& path, std::size_t most);

// The same for a file that a directory has shown: a link is refused.
Result<std::string> read_listed_file(const FileSystem& fs, int at,
                                     const std::string& path, std::size_t most);

}  // namespace sluice
