// System calls that fail, for a whole program. The library is loaded before the
// C library (LD_PRELOAD). It interrupts calls, shortens reads and makes bytes
// of files unreadable. SLUICE_FAULTS says which, in words between blanks:
//
//   eintr=N      one call in N fails with EINTR
//   short=N      one read in N returns a part
//   bad=NAME:B-E reads of bytes B to E (exclusive) of files of that name fail
//                with EIO; reads that begin before return the bytes before B
//   fsync        written data does not reach the disk: EIO
//
// It does not see calls that bypass the C library, such as a ring's
// (tests/unit/fs/uring_faults_test.cc). It affects only the program itself, not
// those that it starts.

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct Bad {
  std::string name;
  std::uint64_t begin, end;
};

struct Faults {
  unsigned eintr = 0;
  unsigned part = 0;
  bool fsync = false;
  std::vector<Bad> bad;

  Faults() {
    const char* const text = std::getenv("SLUICE_FAULTS");
    if (text == nullptr ||
        program_invocation_short_name != std::string_view("sluice"))
      return;
    std::string_view rest = text;
    while (!rest.empty()) {
      const std::string word(rest.substr(0, rest.find(' ')));
      rest.remove_prefix(std::min(word.size() + 1, rest.size()));
      const std::size_t equals = word.find('=');
      const std::string value = word.substr(equals + 1);
      if (word.starts_with("eintr=")) eintr = number(value);
      if (word.starts_with("short=")) part = number(value);
      if (word == "fsync") fsync = true;
      if (!word.starts_with("bad=")) continue;
      const std::size_t colon = value.rfind(':');
      const std::size_t dash = value.rfind('-');
      bad.push_back({value.substr(0, colon), number(value.substr(colon + 1)),
                     number(value.substr(dash + 1))});
    }
  }

  static unsigned number(const std::string& text) {
    return static_cast<unsigned>(std::strtoul(text.c_str(), nullptr, 10));
  }
};

const Faults& faults() {
  static const Faults all;
  return all;
}

std::atomic<std::uint64_t> calls{0};

bool happens(unsigned one_in) {
  if (one_in == 0) return false;
  return (++calls * 0x9E3779B97F4A7C15u >> 40) % one_in == 0;
}

bool interrupted() {
  if (!happens(faults().eintr)) return false;
  errno = EINTR;
  return true;
}

// Returns how many bytes of a read succeed; -1 if it fails.
ssize_t allowed(int fd, std::size_t size, std::uint64_t offset) {
  if (interrupted()) return -1;
  if (size > 1 && happens(faults().part)) size = 1 + calls * 77 % size;
  if (faults().bad.empty()) return static_cast<ssize_t>(size);
  char target[4096];
  const ssize_t length = ::readlink(
      ("/proc/self/fd/" + std::to_string(fd)).c_str(), target, sizeof target);
  const std::string_view path(
      target, static_cast<std::size_t>(std::max<ssize_t>(length, 0)));
  for (const Bad& bad : faults().bad) {
    if (!path.ends_with("/" + bad.name)) continue;
    if (bad.end <= offset || bad.begin >= offset + size) continue;
    if (bad.begin <= offset) {
      errno = EIO;
      return -1;
    }
    size = bad.begin - offset;
  }
  return static_cast<ssize_t>(size);
}

template <typename Function>
Function real(Function, const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

int openat(int at, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  if (interrupted()) return -1;
  return static_cast<int>(
      real(&::syscall, "syscall")(SYS_openat, at, path, flags, mode));
}

int openat64(int at, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  return openat(at, path, flags, mode);
}

long syscall(long number, ...) noexcept {
  va_list rest;
  va_start(rest, number);
  long a[6];
  for (long& one : a) one = va_arg(rest, long);
  va_end(rest);
  static const auto next = real(&::syscall, "syscall");
  if ((number == SYS_openat2 || number == SYS_getdents64) && interrupted())
    return -1;
  return next(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

ssize_t read(int fd, void* buffer, std::size_t size) {
  static const auto next = real(&::read, "read");
  if (interrupted()) return -1;
  return next(fd, buffer, size);
}

ssize_t pread64(int fd, void* buffer, std::size_t size, off64_t offset) {
  static const auto next = real(&::pread64, "pread64");
  const ssize_t most = allowed(fd, size, static_cast<std::uint64_t>(offset));
  if (most < 0) return most;
  return next(fd, buffer, static_cast<std::size_t>(most), offset);
}

ssize_t preadv64v2(int fd, const iovec* to, int count, off64_t offset,
                   int flags) {
  static const auto next = real(&::preadv64v2, "preadv64v2");
  if (count != 1) return next(fd, to, count, offset, flags);
  const ssize_t most =
      allowed(fd, to->iov_len, static_cast<std::uint64_t>(offset));
  if (most < 0) return most;
  const iovec part{to->iov_base, static_cast<std::size_t>(most)};
  return next(fd, &part, 1, offset, flags);
}

int fsync(int fd) {
  static const auto next = real(&::fsync, "fsync");
  if (!faults().fsync) return next(fd);
  errno = EIO;
  return -1;
}

int fstat64(int fd, struct stat64* st) noexcept {
  static const auto next = real(&::fstat64, "fstat64");
  if (interrupted()) return -1;
  return next(fd, st);
}

int fstatat64(int at, const char* path, struct stat64* st, int flags) noexcept {
  static const auto next = real(&::fstatat64, "fstatat64");
  if (interrupted()) return -1;
  return next(at, path, st, flags);
}

}  // extern "C"
