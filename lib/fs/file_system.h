// The functions of a filesystem that sluice needs. It is an interface, so that
// tests can inject faults.
// Thread-safety: every function may be called from any thread at once.
// Errors: Error::sys_errno contains the system's errno. Messages contain only
// the system's words ("Permission denied"), because the caller knows the path.
//
// Paths are bytes, not text. They may contain any byte except NUL.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace sluice {

enum class FileKind : unsigned char {
  kRegular,
  kDirectory,
  kSymlink,
  kSpecial,  // a socket, a pipe or a device
};

struct DirEntry {
  std::string name;
  FileKind kind;
};

// Identifies a file, whatever path leads to it.
struct FileIdentity {
  unsigned long long device;
  unsigned long long inode;
  bool operator==(const FileIdentity&) const = default;
};

struct FileStatus {
  FileKind kind;
  FileIdentity identity;
  std::uint64_t size = 0;  // of a regular file, in bytes
};

// A file to be read.
struct OpenedFile {
  int descriptor;
  // In bytes, when the file was opened. 0 if it is empty or the size is
  // unknown.
  unsigned long long size;
  // Whether it can be read from any offset: a regular file.
  bool may_seek = false;
  // Whether a read may wait for another process or a person: a pipe, a
  // terminal. If so, call wait_for_input() (fs/open_file.h) before each read():
  // a named pipe that is not open for writing yet would read as empty.
  bool may_wait = false;
};

// `kNoWait` accepts only regular files. It is right for a path found in a
// directory, because the file may have been replaced since. `kWait` is for a
// path that the user named: reading a pipe waits for its other end, and opening
// it never waits.
enum class OpenMode { kNoWait, kWait };

// Whether symbolic links in a path are refused or followed.
enum class Links { kRefuse, kFollow };

// The directory in which relative paths begin (the value of AT_FDCWD), for the
// functions that take one.
inline constexpr int kWorkingDirectory = -100;

class ReadAhead;

class FileSystem {
 public:
  virtual ~FileSystem() = default;

  // Returns the status of `path`, relative to the directory `at`. If the last
  // component is a symbolic link, the link is followed.
  virtual Result<FileStatus> status(int at, const std::string& path) const = 0;
  Result<FileStatus> status(const std::string& path) const {
    return status(kWorkingDirectory, path);
  }

  // For a link, returns the status of the link itself.
  virtual Result<FileStatus> link_status(int at,
                                         const std::string& path) const = 0;
  Result<FileStatus> link_status(const std::string& path) const {
    return link_status(kWorkingDirectory, path);
  }

  // Returns `path` from "/", without links, "." and "..".
  virtual Result<std::string> real_path(const std::string& path) const = 0;

  // Returns the path that a symbolic link contains.
  virtual Result<std::string> link_target(const std::string& /*path*/) const {
    return fail(ErrorCode::kIo, "links are not read");
  }

  // Returns a descriptor of a directory, to be closed by close(). `links`
  // concerns only the last component.
  virtual Result<int> open_directory(int at, const std::string& path,
                                     Links links) const = 0;

  // Appends the entries of an open directory to `*entries`, in no particular
  // order, without "." and "..". On an error, `*entries` contains what was read
  // so far.
  virtual Result<void> list(int directory,
                            std::vector<DirEntry>* entries) const = 0;

  // Returns a descriptor for read() and close(). kNoWait refuses everything
  // except a regular file, and also a link as the last component.
  virtual Result<OpenedFile> open(int at, const std::string& path,
                                  OpenMode mode) const = 0;
  Result<OpenedFile> open(const std::string& path, OpenMode mode) const {
    return open(kWorkingDirectory, path, mode);
  }

  // Opens a regular file or a directory at `path` below the open directory
  // `root`, for paths of any length. Links::kRefuse allows only real
  // directories in the path: whatever happens to the tree in the meantime, the
  // opened file lies below `root`. Never waits. `path` is relative and contains
  // no "..", unless links are followed.
  virtual Result<OpenedFile> open_below(int root, const std::string& path,
                                        Links links) const = 0;
  virtual Result<int> open_directory_below(int root, const std::string& path,
                                           Links links) const = 0;

  // Reads at most `size` bytes. Returns 0 at the end. Interruptions are
  // retried.
  virtual Result<std::size_t> read(int descriptor, char* buffer,
                                   std::size_t size) const = 0;

  // Like read(), but from byte `offset` of a regular file, and independent of
  // it.
  virtual Result<std::size_t> read_at(int descriptor, char* buffer,
                                      std::size_t size,
                                      unsigned long long offset) const = 0;

  // The same, if the bytes are in memory. Returns nothing if the read would
  // have to wait for the disk, if the system does not know, or on an error.
  virtual std::optional<std::size_t> read_cached(
      int descriptor, char* buffer, std::size_t size,
      unsigned long long offset) const = 0;

  // ByteSource::next_data() of a regular file: where a hole in it ends.
  virtual unsigned long long next_data(int, unsigned long long offset) const {
    return offset;
  }

  // Returns the current size of an open file, in bytes.
  virtual Result<unsigned long long> size(int descriptor) const = 0;

  virtual void close(int descriptor) const = 0;

  // Returns an object that opens and reads many files at the same time
  // (read_ahead.h). Error: the system has no means for that, or does not permit
  // it.
  virtual Result<std::unique_ptr<ReadAhead>> read_ahead() const = 0;
};

// The filesystem of the operating system.
const FileSystem& posix_file_system();

// Reads a whole text file that the user named. It waits for a pipe. A file of
// more than kMaxNamed bytes is an error, and so is a device without an end. For
// files of a scanned tree, see fs/foreign_file.h.
inline constexpr std::size_t kMaxNamed = std::size_t{256} << 20;
Result<std::string> read_whole(const FileSystem& fs, const std::string& path);

// Lists the directory at `path` as FileSystem::list() does, following links.
Result<void> list_at(const FileSystem& fs, const std::string& path,
                     std::vector<DirEntry>* entries);

}  // namespace sluice
