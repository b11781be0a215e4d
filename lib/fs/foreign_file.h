// Reads what a scanned tree brings and the program obeys or believes: its
// configuration, its baseline, its ignore files, git's own. The tree may be
// anyone's, so each of them is a regular file of a bounded size, is read in
// that much memory, and nothing is waited for.
// Thread-safety: pure functions of the filesystem.
// Errors: kIo, why alone; the caller knows the path. is_absent() tells a
// missing file from the rest.
#pragma once

#include <cerrno>
#include <cstddef>
#include <functional>
#include <string>

#include "fs/file_system.h"

namespace sluice {

// Whether an answer means that nothing stands at the path.
inline bool is_absent(const Error& error) {
  return error.sys_errno == ENOENT || error.sys_errno == ENOTDIR;
}

// The whole of the file at `path` below the directory, of at most `most` bytes.
// No link is followed on the way, and a path that is absolute or holds ".." is
// refused: what is read lies in the tree. The directory is one that the user
// named, or it is open.
Result<std::string> read_foreign_file(const FileSystem& fs,
                                      const std::string& directory,
                                      const std::string& path,
                                      std::size_t most);
Result<std::string> read_foreign_file(const FileSystem& fs, int directory,
                                      const std::string& path,
                                      std::size_t most);

// The files of a tree by their paths from its top: read_foreign_file() of a
// directory, or the same of a revision (policy/revision_files.h).
using ForeignFiles = std::function<Result<std::string>(const std::string& path,
                                                       std::size_t most)>;

// For a file that a listing of its directory has shown, which costs less: the
// last component alone may not be a link.
Result<std::string> read_listed_file(const FileSystem& fs, int at,
                                     const std::string& path, std::size_t most);

// For a file of git's, to which links may lead, as git follows them.
Result<std::string> read_linked_file(const FileSystem& fs, int at,
                                     const std::string& path, std::size_t most);

}  // namespace sluice
