// A worker opens a file some time after the walk has seen it. By then, any
// directory on its path may be a symbolic link that leads out of the tree.
// O_NOFOLLOW only tests the last component. So the kernel gets the order to
// refuse links, "..", and everything else that leaves the root
// (RESOLVE_BENEATH). This is one system call per file, like a plain open.
//
// A path that is longer than the kernel accepts (PATH_MAX) is opened in pieces,
// each from the directory in which the last one ended.
//
// Rejected: keeping the descriptors of all directories for the workers. With a
// file in flight from each of a thousand directories, there would be a
// thousand. Each worker keeps that of its current directory
// (walk/last_directory.h).
#include "fs/open_below.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <string_view>

namespace sluice {
namespace {

constexpr int kOnTheWay = O_PATH | O_DIRECTORY | O_CLOEXEC;

int close_keeping_errno(int fd, int root, int result) {
  const int error = errno;
  if (fd != root) ::close(fd);
  errno = error;
  return result;
}

int retried_openat(int at, const char* path, int flags) {
  int fd;
  do {
    fd = ::openat(at, path, flags);
  } while (fd < 0 && errno == EINTR);
  return fd;
}

int openat2_beneath(int at, const char* path, int flags) {
  open_how how{};
  how.flags = static_cast<decltype(how.flags)>(flags);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  long fd;
  // EAGAIN: something was renamed while the kernel looked.
  int tries = 100;
  do {
    fd = ::syscall(SYS_openat2, at, path, &how, sizeof how);
  } while (fd < 0 && (errno == EINTR || (errno == EAGAIN && --tries > 0)));
  return static_cast<int>(fd);
}

// Opens one component. For a link to a directory, the error is ELOOP, as with
// openat2(), and not "not a directory".
int open_no_link(int at, const char* name, int flags) {
  const int fd = retried_openat(at, name, flags | O_NOFOLLOW);
  if (fd >= 0 || errno != ENOTDIR) return fd;
  struct stat status;
  const bool is_link = ::fstatat(at, name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
                       S_ISLNK(status.st_mode);
  errno = is_link ? ELOOP : ENOTDIR;
  return fd;
}

// Opens `path` piece by piece; a piece ends before a slash and has at most
// `limit` bytes, or is a single component.
template <typename Open>
int in_pieces(int root, std::string_view path, std::size_t limit, int flags,
              const Open& open) {
  int at = root;
  for (;;) {
    std::size_t end = path.size();
    if (end > limit) {
      end = path.rfind('/', limit);
      if (end == std::string_view::npos) end = path.find('/');
      if (end == std::string_view::npos) end = path.size();
    }
    const std::string piece(path.substr(0, end));
    const bool last = end == path.size();
    const int next = open(at, piece.c_str(), last ? flags : kOnTheWay);
    if (next < 0 || last) return close_keeping_errno(at, root, next);
    close_keeping_errno(at, root, 0);
    at = next;
    path.remove_prefix(end + 1);
  }
}

}  // namespace

int open_below_root(int root, const std::string& path, int flags, Links links,
                    Resolve resolve) {
  constexpr std::size_t kPiece = PATH_MAX - 1;
  if (links == Links::kFollow)
    return in_pieces(root, path, kPiece, flags, retried_openat);
  // Written by the thread that learns it first, always with the same value, so
  // no order is needed.
  static std::atomic<bool> kernel_can{true};
  if (resolve == Resolve::kKernel &&
      kernel_can.load(std::memory_order_relaxed)) {
    const int fd = in_pieces(root, path, kPiece, flags, openat2_beneath);
    // A sandbox may return EPERM, but so may a filesystem; kSteps decides.
    if (fd >= 0 || (errno != ENOSYS && errno != EPERM)) return fd;
    if (errno == ENOSYS) kernel_can.store(false, std::memory_order_relaxed);
  }
  return in_pieces(root, path, 1, flags, open_no_link);
}

}  // namespace sluice
