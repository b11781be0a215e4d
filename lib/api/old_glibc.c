/* The names of libc that let the library load on any Linux since 2012 (glibc
 * 2.17), although it is built on Debian 12 (glibc 2.36). -Dpic_libraries links
 * this file in; the wheel is built so.
 *
 * Why: the linker gives each name the newest version that the machine's glibc
 * has. A library that uses pthread_create() gets pthread_create@GLIBC_2.34, and
 * no system with an older glibc loads it, although each of them has a
 * pthread_create(). pip knows this and finds no wheel for such a system.
 *
 * How: this file defines every name that would need more than 2.17. The
 * definitions are hidden, so that they serve this library and no other, and the
 * linker prefers them to those of libc. There are three kinds:
 *
 * - Functions that old systems have under an older version: OLD() calls that
 *   version by name. glibc never takes one away, so this works on new systems,
 *   too. Until 2.33 those of threads are in libpthread, which lib/api/meson.build
 *   therefore asks for by name.
 * - Functions that are thin over a system call: fstat() and its kin (before 2.33
 *   they were macros over __fxstat()), memfd_create(), preadv64v2(),
 *   getentropy(). A kernel that is too old answers ENOSYS, as it does to the
 *   program without shared libraries.
 * - A variable, and a function that only the program calls; see there.
 *
 * libstdc++ is linked in as well, since an old system has an old one. libgcc stays
 * a shared library: exceptions find their way by it, and the static one asks for
 * a function of glibc 2.35.
 *
 * A name that a later change needs and that is missing here is not silent:
 * ci/release asks auditwheel for manylinux_2_17, which refuses and names it.
 *
 * Rejected: a container with an old distribution and a new compiler, as most
 * wheels are built. It would compile Hyperscan, RE2, libarchive and the rest
 * anew, of versions that nobody else tests with the program. Rejected: zig's
 * or another toolchain's stubs of old glibc, which is one more compiler to
 * trust.
 *
 * Thread-safety: as of the functions that are called. */
#define _GNU_SOURCE
/* Otherwise the headers rename fstat() to fstat64(), and this file defines both
 * names. On 64-bit machines they do the same. */
#undef _FILE_OFFSET_BITS
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* The first version that glibc had on this machine. */
#if defined(__x86_64__)
#define FIRST "GLIBC_2.2.5"
#elif defined(__aarch64__)
#define FIRST "GLIBC_2.17"
#else
#error "wheels are made for x86-64 and arm64"
#endif

#define HIDDEN __attribute__((visibility("hidden")))
#define OLD(result, name, parameters, arguments)     \
  extern result old_##name parameters;               \
  __asm__(".symver old_" #name "," #name "@" FIRST); \
  HIDDEN result name parameters;                     \
  HIDDEN result name parameters { return old_##name arguments; }

/* 2.29: the same functions without the old error handling (SVID). */
OLD(double, exp, (double x), (x))
OLD(double, exp2, (double x), (x))
OLD(double, log2, (double x), (x))
OLD(double, log, (double x), (x))
OLD(double, pow, (double x, double y), (x, y))

/* 2.34, of which 2.32 pthread_sigmask: moved from libpthread to libc. */
OLD(int, pthread_create,
    (pthread_t* restrict thread, const pthread_attr_t* restrict attributes,
     void* (*run)(void*), void* restrict argument),
    (thread, attributes, run, argument))
OLD(int, pthread_detach, (pthread_t thread), (thread))
OLD(int, pthread_join, (pthread_t thread, void** result), (thread, result))
OLD(int, pthread_once, (pthread_once_t * once, void (*run)(void)), (once, run))
OLD(int, pthread_key_create, (pthread_key_t * key, void (*end)(void*)),
    (key, end))
OLD(int, __pthread_key_create, (pthread_key_t * key, void (*end)(void*)),
    (key, end))
OLD(int, pthread_key_delete, (pthread_key_t key), (key))
OLD(void*, pthread_getspecific, (pthread_key_t key), (key))
OLD(int, pthread_setspecific, (pthread_key_t key, const void* value),
    (key, value))
OLD(int, pthread_rwlock_init,
    (pthread_rwlock_t* restrict lock,
     const pthread_rwlockattr_t* restrict attributes),
    (lock, attributes))
OLD(int, pthread_rwlock_destroy, (pthread_rwlock_t * lock), (lock))
OLD(int, pthread_rwlock_rdlock, (pthread_rwlock_t * lock), (lock))
OLD(int, pthread_rwlock_wrlock, (pthread_rwlock_t * lock), (lock))
OLD(int, pthread_rwlock_unlock, (pthread_rwlock_t * lock), (lock))
OLD(int, pthread_mutex_trylock, (pthread_mutex_t * lock), (lock))
OLD(int, pthread_mutexattr_init, (pthread_mutexattr_t * how), (how))
OLD(int, pthread_mutexattr_destroy, (pthread_mutexattr_t * how), (how))
OLD(int, pthread_mutexattr_settype, (pthread_mutexattr_t * how, int kind),
    (how, kind))
OLD(int, pthread_sigmask,
    (int how, const sigset_t* restrict set, sigset_t* restrict before),
    (how, set, before))

/* 2.28: the name of fcntl() for large files. Its third argument, if there is
 * one, is an int or a pointer; both come as one register. */
extern int old_fcntl(int, int, ...);
__asm__(".symver old_fcntl,fcntl@" FIRST);
HIDDEN int fcntl64(int descriptor, int command, ...);
HIDDEN int fcntl64(int descriptor, int command, ...) {
  va_list rest;
  va_start(rest, command);
  void* argument = va_arg(rest, void*);
  va_end(rest);
  return old_fcntl(descriptor, command, argument);
}

/* 2.33. A struct stat is what the kernel writes, on both machines; that for
 * large files (64) is the same. */
static int status(int at, const char* path, void* to, int flags) {
  return (int)syscall(SYS_newfstatat, at, path, to, flags);
}
#define STAT(suffix)                                                      \
  HIDDEN int fstat##suffix(int file, struct stat##suffix* to) {           \
    return (int)syscall(SYS_fstat, file, to);                             \
  }                                                                       \
  HIDDEN int stat##suffix(const char* restrict path,                      \
                          struct stat##suffix* restrict to) {             \
    return status(AT_FDCWD, path, to, 0);                                 \
  }                                                                       \
  HIDDEN int lstat##suffix(const char* restrict path,                     \
                           struct stat##suffix* restrict to) {            \
    return status(AT_FDCWD, path, to, AT_SYMLINK_NOFOLLOW);               \
  }                                                                       \
  HIDDEN int fstatat##suffix(int at, const char* restrict path,           \
                             struct stat##suffix* restrict to, int how) { \
    return status(at, path, to, how);                                     \
  }
STAT()
STAT(64)

/* 2.27, 2.26. */
HIDDEN int memfd_create(const char* name, unsigned flags) {
  return (int)syscall(SYS_memfd_create, name, flags);
}
HIDDEN ssize_t preadv64v2(int file, const struct iovec* parts, int count,
                          off64_t offset, int flags) {
  /* The kernel takes the offset in two halves, of which a 64-bit one ignores
   * the second. */
  return syscall(SYS_preadv2, file, parts, (long)count, (long)offset, 0L,
                 (long)flags);
}

/* 2.25. Linux 3.17 has the call; before it there is the device. */
static ssize_t from_device(void* to, size_t size) {
  const int device = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
  if (device < 0) return -1;
  const ssize_t some = read(device, to, size);
  close(device);
  return some;
}
HIDDEN int getentropy(void* to, size_t size) {
  char* next = to;
  while (size > 0) {
    ssize_t some = syscall(SYS_getrandom, next, size, 0);
    if (some < 0 && errno == ENOSYS) some = from_device(next, size);
    if (some < 0 && errno == EINTR) continue;
    if (some <= 0) return -1;
    next += some;
    size -= (size_t)some;
  }
  return 0;
}

/* 2.36. expat asks for them, so that nobody can choose names that fill one place
 * of its tables. They have no way to fail. */
HIDDEN void arc4random_buf(void* to, size_t size) {
  if (getentropy(to, size) != 0) abort();
}
HIDDEN uint32_t arc4random(void) {
  uint32_t number;
  arc4random_buf(&number, sizeof number);
  return number;
}

/* 2.29. Programs that sluice starts begin in a directory; the library starts
 * none, and contains the code all the same. Where it would be called, starting
 * fails with this error. */
HIDDEN int posix_spawn_file_actions_addfchdir_np(
    posix_spawn_file_actions_t* actions, int directory) {
  (void)actions;
  (void)directory;
  return ENOSYS;
}

/* 2.32. libstdc++ reads it and counts references without atomics where it is
 * not 0. Nobody writes it here: there may always be threads. */
HIDDEN char __libc_single_threaded = 0;
