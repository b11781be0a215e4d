#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

#include "fs/file_system.h"

namespace sluice {
namespace {

tl::unexpected<Error> refused(int sys_errno) {
  return tl::unexpected<Error>(
      Error{ErrorCode::kIo, errno_text(sys_errno), sys_errno});
}

FileKind kind_of(mode_t mode) {
  if (S_ISREG(mode)) return FileKind::kRegular;
  if (S_ISDIR(mode)) return FileKind::kDirectory;
  if (S_ISLNK(mode)) return FileKind::kSymlink;
  return FileKind::kSpecial;
}

FileStatus status_of(const struct stat& st) {
  return {kind_of(st.st_mode), {st.st_dev, st.st_ino}};
}

struct CloseDir {
  void operator()(DIR* dir) const { closedir(dir); }
};

class PosixFileSystem final : public FileSystem {
 public:
  Result<FileStatus> status(const std::string& path) const override {
    struct stat st;
    if (::stat(path.c_str(), &st) != 0) return refused(errno);
    return status_of(st);
  }

  Result<FileStatus> link_status(const std::string& path) const override {
    struct stat st;
    if (::lstat(path.c_str(), &st) != 0) return refused(errno);
    return status_of(st);
  }

  Result<void> list(const std::string& path,
                    std::vector<DirEntry>* entries) const override {
    const std::unique_ptr<DIR, CloseDir> dir(opendir(path.c_str()));
    if (!dir) return refused(errno);
    for (;;) {
      errno = 0;
      const dirent* entry = readdir(dir.get());
      if (entry == nullptr) {
        if (errno != 0) return refused(errno);
        return {};
      }
      const std::string_view name = entry->d_name;
      if (name == "." || name == "..") continue;
      entries->push_back({std::string(name), kind(dir.get(), *entry)});
    }
  }

  Result<OpenedFile> open(const std::string& path,
                          OpenMode mode) const override {
    int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY;
    // On a regular file O_NONBLOCK changes nothing; a pipe or a device that
    // took its place since the directory was read cannot make us hang.
    if (mode == OpenMode::kNoWait) flags |= O_NONBLOCK | O_NOFOLLOW;
    OpenedFile opened{-1, 0};
    int& fd = opened.descriptor;
    do {
      fd = ::open(path.c_str(), flags);
    } while (fd < 0 && errno == EINTR);
    if (fd < 0) return refused(errno);
    if (mode == OpenMode::kNoWait) {
      struct stat st;
      const int error = ::fstat(fd, &st) != 0 ? errno : 0;
      if (error != 0 || !S_ISREG(st.st_mode)) {
        ::close(fd);
        if (error != 0) return refused(error);
        return fail(ErrorCode::kIo, "it is no longer a regular file");
      }
      opened.size = static_cast<unsigned long long>(st.st_size);
    }
    return opened;
  }

  Result<std::size_t> read(int descriptor, char* buffer,
                           std::size_t size) const override {
    for (;;) {
      const ssize_t n = ::read(descriptor, buffer, size);
      if (n >= 0) return static_cast<std::size_t>(n);
      if (errno != EINTR) return refused(errno);
    }
  }

  void close(int descriptor) const override { ::close(descriptor); }

 private:
  // Most filesystems tell the kind with the name; the others cost a stat.
  static FileKind kind(DIR* dir, const dirent& entry) {
    switch (entry.d_type) {
      case DT_REG:
        return FileKind::kRegular;
      case DT_DIR:
        return FileKind::kDirectory;
      case DT_LNK:
        return FileKind::kSymlink;
      case DT_UNKNOWN: {
        struct stat st;
        if (fstatat(dirfd(dir), entry.d_name, &st, AT_SYMLINK_NOFOLLOW) == 0)
          return kind_of(st.st_mode);
        // Gone or unreadable: opening it will say so.
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
    const Result<std::size_t> n = fs.read(fd, text.data() + old_size, kStep);
    text.resize(old_size + (n ? *n : 0));
    if (!n || *n == 0) {
      fs.close(fd);
      if (!n) return tl::unexpected<Error>(n.error());
      return text;
    }
  }
}

}  // namespace sluice
