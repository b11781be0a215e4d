#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <string_view>

#include "fs/file_system.h"
#include "fs/open_below.h"
#include "fs/open_file.h"
#include "fs/uring.h"

namespace sluice {
namespace {

tl::unexpected<Error> refused(int sys_errno) {
  return tl::unexpected<Error>(
      Error{ErrorCode::kIo, errno_text(sys_errno), sys_errno});
}

// Returns the result of `call`, which is repeated as long as signals interrupt
// it.
template <typename Call>
auto retried(const Call& call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

int retried_fstat(int descriptor, struct stat* st) {
  return retried([&] { return ::fstat(descriptor, st); });
}

FileKind kind_of(mode_t mode) {
  if (S_ISREG(mode)) return FileKind::kRegular;
  if (S_ISDIR(mode)) return FileKind::kDirectory;
  if (S_ISLNK(mode)) return FileKind::kSymlink;
  return FileKind::kSpecial;
}

FileStatus status_of(const struct stat& st) {
  return {kind_of(st.st_mode),
          {st.st_dev, st.st_ino},
          static_cast<std::uint64_t>(st.st_size)};
}

// The kernel's format (getdents64(2)); the name follows.
struct RawEntry {
  std::uint64_t inode;
  std::int64_t next;
  std::uint16_t size;
  std::uint8_t type;
};
constexpr std::size_t kNameAt = 19;

class PosixFileSystem final : public FileSystem {
 public:
  Result<FileStatus> status(int at, const std::string& path) const override {
    return status_at(at, path, 0);
  }

  Result<FileStatus> link_status(int at,
                                 const std::string& path) const override {
    return status_at(at, path, AT_SYMLINK_NOFOLLOW);
  }

  Result<std::string> real_path(const std::string& path) const override {
    std::unique_ptr<char, FreeText> text;
    do {
      text.reset(::realpath(path.c_str(), nullptr));
    } while (!text && errno == EINTR);
    if (!text) return refused(errno);
    return std::string(text.get());
  }

  Result<std::string> link_target(const std::string& path) const override {
    std::string target(PATH_MAX, '\0');
    const ssize_t size = ::readlink(path.c_str(), target.data(), target.size());
    if (size < 0) return refused(errno);
    target.resize(static_cast<std::size_t>(size));
    return target;
  }

  Result<int> open_directory(int at, const std::string& path,
                             Links links) const override {
    const int flags = kDirectory | (links == Links::kRefuse ? O_NOFOLLOW : 0);
    const int fd = retried([&] { return ::openat(at, path.c_str(), flags); });
    if (fd < 0) return refused(errno);
    return fd;
  }

  // readdir() would have to allocate a DIR, and reads in smaller pieces.
  Result<void> list(int directory,
                    std::vector<DirEntry>* entries) const override {
    alignas(RawEntry) char buffer[64 * 1024];
    for (;;) {
      const long n = retried([&] {
        return ::syscall(SYS_getdents64, directory, buffer, sizeof buffer);
      });
      if (n < 0) return refused(errno);
      if (n == 0) return {};
      for (long at = 0; at < n;) {
        RawEntry entry;
        std::memcpy(&entry, buffer + at, sizeof entry);
        const std::string_view name = buffer + at + kNameAt;
        at += entry.size;
        if (name == "." || name == "..") continue;
        entries->push_back({std::string(name), FileKind::kRegular});
        entries->back().kind =
            kind(directory, entry.type, entries->back().name);
      }
    }
  }

  Result<OpenedFile> open(int at, const std::string& path,
                          OpenMode mode) const override {
    const int flags = kFile | (mode == OpenMode::kNoWait ? kNever : O_NONBLOCK);
    const int fd = retried([&] { return ::openat(at, path.c_str(), flags); });
    if (fd < 0) return refused(errno);
    if (mode == OpenMode::kNoWait) return regular(fd);
    struct stat st;
    const bool is_regular = retried_fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
    return OpenedFile{
        .descriptor = fd,
        .size = is_regular ? static_cast<unsigned long long>(st.st_size) : 0,
        .may_seek = is_regular,
        .may_wait = !is_regular};
  }

  Result<OpenedFile> open_below(int root, const std::string& path,
                                Links links) const override {
    const int flags = kFile | kNever;
    const int fd = open_below_root(
        root, path, links == Links::kRefuse ? flags : flags & ~O_NOFOLLOW,
        links);
    if (fd < 0) return refused(errno);
    return regular(fd);
  }

  Result<int> open_directory_below(int root, const std::string& path,
                                   Links links) const override {
    const int fd = open_below_root(root, path, kDirectory, links);
    if (fd < 0) return refused(errno);
    return fd;
  }

  Result<std::size_t> read(int descriptor, char* buffer,
                           std::size_t size) const override {
    for (;;) {
      const ssize_t n = ::read(descriptor, buffer, size);
      if (n >= 0) return static_cast<std::size_t>(n);
      if (errno == EAGAIN) {
        // A pipe that this program, or another one, made non-blocking.
        pollfd ready{descriptor, POLLIN, 0};
        static_cast<void>(::poll(&ready, 1, -1));
      } else if (errno != EINTR) {
        return refused(errno);
      }
    }
  }

  Result<std::size_t> read_at(int descriptor, char* buffer, std::size_t size,
                              unsigned long long offset) const override {
    const ssize_t n = retried([&] {
      return ::pread(descriptor, buffer, size, static_cast<off_t>(offset));
    });
    if (n < 0) return refused(errno);
    return static_cast<std::size_t>(n);
  }

  unsigned long long next_data(int descriptor,
                               unsigned long long offset) const override {
    const off_t next =
        ::lseek(descriptor, static_cast<off_t>(offset), SEEK_DATA);
    if (next >= 0) return static_cast<unsigned long long>(next);
    return errno == ENXIO ? std::numeric_limits<unsigned long long>::max()
                          : offset;
  }

  std::optional<std::size_t> read_cached(
      int descriptor, char* buffer, std::size_t size,
      unsigned long long offset) const override {
    const iovec to{buffer, size};
    const ssize_t n =
        ::preadv2(descriptor, &to, 1, static_cast<off_t>(offset), RWF_NOWAIT);
    if (n < 0) return std::nullopt;
    return static_cast<std::size_t>(n);
  }

  Result<unsigned long long> size(int descriptor) const override {
    struct stat st;
    if (retried_fstat(descriptor, &st) != 0) return refused(errno);
    return static_cast<unsigned long long>(st.st_size);
  }

  void close(int descriptor) const override { ::close(descriptor); }

  Result<std::unique_ptr<ReadAhead>> read_ahead() const override {
    return make_uring(*this);
  }

 private:
  struct FreeText {
    void operator()(char* text) const { std::free(text); }
  };

  static constexpr int kDirectory = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
  static constexpr int kFile = O_RDONLY | O_CLOEXEC | O_NOCTTY;
  // O_NONBLOCK has no effect on a regular file. If a pipe or a device took its
  // place since the directory was read, it cannot make us hang.
  static constexpr int kNever = O_NONBLOCK | O_NOFOLLOW;

  static Result<FileStatus> status_at(int at, const std::string& path,
                                      int flags) {
    struct stat st;
    if (retried([&] { return ::fstatat(at, path.c_str(), &st, flags); }) != 0)
      return refused(errno);
    return status_of(st);
  }

  static Result<OpenedFile> regular(int fd) {
    struct stat st;
    const int error = retried_fstat(fd, &st) != 0 ? errno : 0;
    if (error == 0 && S_ISREG(st.st_mode))
      return OpenedFile{fd, static_cast<unsigned long long>(st.st_size), true};
    ::close(fd);
    if (error != 0) return refused(error);
    return fail(ErrorCode::kIo, "it is no longer a regular file");
  }

  // Most filesystems return the kind with the name; the others cost a stat.
  static FileKind kind(int directory, std::uint8_t type,
                       const std::string& name) {
    switch (type) {
      case DT_REG:
        return FileKind::kRegular;
      case DT_DIR:
        return FileKind::kDirectory;
      case DT_LNK:
        return FileKind::kSymlink;
      case DT_UNKNOWN: {
        struct stat st;
        if (retried([&] {
              return ::fstatat(directory, name.c_str(), &st,
                               AT_SYMLINK_NOFOLLOW);
            }) == 0)
          return kind_of(st.st_mode);
        // It disappeared or is unreadable: opening it returns the error.
        return FileKind::kRegular;
      }
      default:
        return FileKind::kSpecial;
    }
  }
};

}  // namespace

const FileSystem& posix_file_system() {
  static const PosixFileSystem fs;
  return fs;
}

Result<std::string> read_whole(const FileSystem& fs, const std::string& path) {
  SLUICE_TRY_ASSIGN(const OpenedFile file, fs.open(path, OpenMode::kWait));
  const int fd = file.descriptor;
  std::string text;
  for (;;) {
    constexpr std::size_t kStep = 64 * 1024;
    const std::size_t old_size = text.size();
    text.resize(old_size + kStep);
    if (file.may_wait) wait_for_input(fd, Interrupt());
    const Result<std::size_t> n = fs.read(fd, text.data() + old_size, kStep);
    text.resize(old_size + (n ? *n : 0));
    if (!n || *n == 0) {
      fs.close(fd);
      if (!n) return tl::unexpected<Error>(n.error());
      return text;
    }
    if (text.size() > kMaxNamed) {
      fs.close(fd);
      return fail(ErrorCode::kIo,
                  "it is larger than the {} bytes that are read", kMaxNamed);
    }
  }
}

Result<void> list_at(const FileSystem& fs, const std::string& path,
                     std::vector<DirEntry>* entries) {
  SLUICE_TRY_ASSIGN(const int directory,
                    fs.open_directory(kWorkingDirectory, path, Links::kFollow));
  Result<void> listed = fs.list(directory, entries);
  fs.close(directory);
  return listed;
}

}  // namespace sluice
