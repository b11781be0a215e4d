// What sluice asks of a filesystem, so that tests can put faults in its place.
// Thread-safety: every function may be called from any thread at once.
// Errors: the system's errno is kept in Error::sys_errno; messages are the
// system's words alone ("Permission denied"): the caller knows the path.
// Paths are bytes, not text: any byte but NUL may stand in them.
#pragma once

#include <cstddef>
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
};

// `kNoWait` never waits for the other end of a pipe: right for a path found in
// a directory, which may have been replaced since. `kWait` is for a path that
// the user named.
enum class OpenMode { kNoWait, kWait };

class FileSystem {
 public:
  virtual ~FileSystem() = default;

  // What stands at `path`; the last component's symbolic link is followed.
  virtual Result<FileStatus> status(const std::string& path) const = 0;

  // The same for the link itself.
  virtual Result<FileStatus> link_status(const std::string& path) const = 0;

  // Appends the entries of directory `path` to `*entries`, in no order,
  // without "." and "..". On an error `*entries` holds what was read so far.
  virtual Result<void> list(const std::string& path,
                            std::vector<DirEntry>* entries) const = 0;

  // A descriptor for read() and close(). With kNoWait, anything but a regular
  // file is refused.
  virtual Result<OpenedFile> open(const std::string& path,
                                  OpenMode mode) const = 0;

  // Fills at most `size` bytes; 0 means the end. Interruptions are retried.
  virtual Result<std::size_t> read(int descriptor, char* buffer,
                                   std::size_t size) const = 0;

  virtual void close(int descriptor) const = 0;
};

// The operating system's own.
const FileSystem& posix_file_system();

// The whole of a small text file (an ignore file, a rule file), or the error.
Result<std::string> read_whole(const FileSystem& fs, const std::string& path);

}  // namespace sluice
