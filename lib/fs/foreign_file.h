// Reads files of a scanned tree that the program obeys or believes: its
// configuration, its baseline, its ignore files, git's own files. The tree may
// be anyone's. So each of them must be a regular file of a bounded size,
// reading needs no more memory than that, and nothing is waited for.
// Thread-safety: pure functions of the filesystem.
// Errors: kIo, with only the reason; the caller knows the path. is_absent()
// distinguishes a missing file from other errors.
#pragma once

#include <cerrno>
#include <cstddef>
#include <functional>
#include <string>

#include "fs/file_system.h"

namespace sluice {

// Whether an error means that there is nothing at the path.
inline bool is_absent(const Error& error) {
  return error.sys_errno == ENOENT || error.sys_errno == ENOTDIR;
}

// Reads the whole file at `path` below the directory, at most `most` bytes. It
// follows no link in the path, and refuses a path that is absolute or contains
// "..". So the file is in the tree. The directory is one that the user named,
// or it is open.
Result<std::string> read_foreign_file(const FileSystem& fs,
                                      const std::string& directory,
                                      const std::string& path,
                                      std::size_t most);
Result<std::string> read_foreign_file(const FileSystem& fs, int directory,
                                      const std::string& path,
                                      std::size_t most);

// The files of a tree by their paths from its top: read_foreign_file() of a
// directory, or the same for a revision (policy/revision_files.h).
using ForeignFiles = std::function<Result<std::string>(const std::string& path,
                                                       std::size_t most)>;

// For a file that a listing of its directory has shown. It is cheaper, because
// only the last component may not be a link.
Result<std::string> read_listed_file(const FileSystem& fs, int at,
                                     const std::string& path, std::size_t most);

// For a file of git's, to which links may lead, as git follows them.
Result<std::string> read_linked_file(const FileSystem& fs, int at,
                                     const std::string& path, std::size_t most);

}  // namespace sluice
