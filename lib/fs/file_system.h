// What sluice asks of a filesystem, so that tests can put faults in its place.
// Thread-safety: every function may be called from any thread at once.
// Errors: the system's errno is kept in Error::sys_errno; messages are the
// system's words alone ("Permission denied"): the caller knows the path.
// Paths are bytes, not text: any byte but NUL may stand in them.
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

// Names one file whatever path leads to it.
struct FileIdentity {
  unsigned long long device;
  unsigned long long inode;
  bool operator==(const FileIdentity&) const = default;
};

struct FileStatus {
  FileKind kind;
  FileIdentity identity;
};

// A file to be read.
struct OpenedFile {
  int descriptor;
  // In bytes, at the time of opening; 0: empty or not known.
  unsigned long long size;
  // Whether it can be read from any place: a regular file.
  bool may_seek = false;
  // Whether a read may wait for another process or a person: a pipe, a
  // terminal. If so, each read() comes behind a wait_for_input() (fs/wait.h): a
  // named pipe that is not opened for writing yet would read as empty.
  bool may_wait = false;
};

// `kNoWait` takes nothing but regular files: right for a path found in a
// directory, which may have been replaced since. `kWait` is for a path that the
// user named: reading a pipe waits for its other end; opening it never waits.
enum class OpenMode { kNoWait, kWait };

// What a symbolic link on the way means.
enum class Links { kRefuse, kFollow };

// The directory that relative paths begin in, where a function takes one (the
// value of AT_FDCWD).
inline constexpr int kWorkingDirectory = -100;

class ReadAhead;

class FileSystem {
 public:
  virtual ~FileSystem() = default;

  // What stands at `path`, from the directory `at`; the last component's
  // symbolic link is followed.
  virtual Result<FileStatus> status(int at, const std::string& path) const = 0;
  Result<FileStatus> status(const std::string& path) const {
    return status(kWorkingDirectory, path);
  }

  // The same for the link itself.
  virtual Result<FileStatus> link_status(int at,
                                         const std::string& path) const = 0;
  Result<FileStatus> link_status(const std::string& path) const {
    return link_status(kWorkingDirectory, path);
  }

  // `path` from "/", without links, "." and "..".
  virtual Result<std::string> real_path(const std::string& path) const = 0;

  // A descriptor of a directory, to be closed by close(). `links` is about the
  // last component alone.
  virtual Result<int> open_directory(int at, const std::string& path,
                                     Links links) const = 0;

  // Appends the entries of an open directory to `*entries`, in no order,
  // without "." and "..". On an error `*entries` holds what was read so far.
  virtual Result<void> list(int directory,
                            std::vector<DirEntry>* entries) const = 0;

  // A descriptor for read() and close(). With kNoWait, anything but a regular
  // file is refused, and so is a link as the last component.
  virtual Result<OpenedFile> open(int at, const std::string& path,
                                  OpenMode mode) const = 0;
  Result<OpenedFile> open(const std::string& path, OpenMode mode) const {
    return open(kWorkingDirectory, path, mode);
  }

  // A regular file, or a directory, at `path` below the open directory `root`,
  // for paths of any length. With Links::kRefuse nothing but real directories
  // is gone through: whatever happens to the tree meanwhile, what is opened
  // lies below it. Never waits. `path` is relative and holds no "..", unless
  // links are followed.
  virtual Result<OpenedFile> open_below(int root, const std::string& path,
                                        Links links) const = 0;
  virtual Result<int> open_directory_below(int root, const std::string& path,
                                           Links links) const = 0;

  // Fills at most `size` bytes; 0 means the end. Interruptions are retried.
  virtual Result<std::size_t> read(int descriptor, char* buffer,
                                   std::size_t size) const = 0;

  // The same from byte `offset` of a regular file on, wherever read() is.
  virtual Result<std::size_t> read_at(int descriptor, char* buffer,
                                      std::size_t size,
                                      unsigned long long offset) const = 0;

  // The same, if the bytes are in memory; nothing: the read would have to wait
  // for the disk, or the system cannot say, or there is an error.
  virtual std::optional<std::size_t> read_cached(
      int descriptor, char* buffer, std::size_t size,
      unsigned long long offset) const = 0;

  // How many bytes an open file has by now.
  virtual Result<unsigned long long> size(int descriptor) const = 0;

  virtual void close(int descriptor) const = 0;

  // What opens and reads many files at the same time (read_ahead.h). Error: the
  // system has nothing for that, or does not let us.
  virtual Result<std::unique_ptr<ReadAhead>> read_ahead() const = 0;
};

// The operating system's own.
const FileSystem& posix_file_system();

// The whole of a text file that the user named: a pipe is waited for, and a
// file of more than kMaxNamed bytes is an error, so that a device without an
// end is one. For what a scanned tree brings: fs/foreign_file.h.
inline constexpr std::size_t kMaxNamed = std::size_t{256} << 20;
Result<std::string> read_whole(const FileSystem& fs, const std::string& path);

// Lists the directory at `path`, links followed, as FileSystem::list() does.
Result<void> list_at(const FileSystem& fs, const std::string& path,
                     std::vector<DirEntry>* entries);

}  // namespace sluice
