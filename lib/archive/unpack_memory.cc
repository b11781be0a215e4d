// Memory that is freed in a scope was allocated in one: the libraries are
// called nowhere else. Outside of a scope malloc() costs only one more look at
// a thread-local variable.
//
// libarchive ends the program if it cannot get some bytes for a name. So small
// requests are never refused. Too many of them are noted, and end the archive
// at its next member. If libarchive gives up nevertheless (there is no memory
// left at all), an exception takes the place of its exit().
//
// Rejected: the libraries' own bounds. liblzma has one, which libarchive sets
// to 1 GiB for .xz and not at all within 7z. Also rejected: setrlimit(), which
// holds for the process, whose other threads would fail instead.

#include "archive/unpack_memory.h"

#include <malloc.h>

#include <cerrno>
#include <ctime>
#include <new>

namespace sluice {
namespace {

// Initial-exec: a shared library reaches it without a call, too. Not by a flag
// for all files: std::call_once() would then reach variables of libstdc++ so,
// which fails where another library has reached them by a call before
// ("cannot allocate memory in static TLS block").
[[gnu::tls_model("initial-exec")]] thread_local UnpackUse* current = nullptr;

}  // namespace

UnpackUse::~UnpackUse() {
  if (has_shared_) memory_.taken_.unlock();
}

bool UnpackMemory::reserve_lists(std::uint64_t bytes) {
  std::uint64_t left = lists_.load(std::memory_order_relaxed);
  while (left >= bytes)
    if (lists_.compare_exchange_weak(left, left - bytes,
                                     std::memory_order_relaxed))
      return true;
  return false;
}

bool UnpackUse::has_room(std::size_t bytes) {
  if (bytes > most_ || used_ + bytes > most_) {
    refused_ = ever_refused_ = true;
    return false;
  }
  if (may_share_ && !has_shared_ && used_ + bytes > own_) {
    memory_.taken_.lock();
    has_shared_ = true;
  }
  return true;
}

bool UnpackUse::take(std::size_t bytes) {
  if (!has_room(bytes)) return false;
  used_ += bytes;
  return true;
}

void UnpackUse::must_take(std::size_t bytes) {
  (void)has_room(bytes);
  used_ += bytes;
}

void UnpackUse::give_back(std::size_t bytes) {
  used_ -= bytes < used_ ? bytes : used_;
}

UnpackScope::UnpackScope(UnpackUse* use) : before_(current) { current = use; }

UnpackScope::~UnpackScope() { current = before_; }

}  // namespace sluice

namespace {

// Dictionaries and buffers; the libraries check whether they got them.
constexpr std::size_t kMayBeRefused = 256 * 1024;
// A name grows so.
constexpr std::size_t kMayNotGrow = 16 * 1024 * 1024;

bool may_have(sluice::UnpackUse& use, std::size_t size, std::size_t refusable) {
  if (size < refusable) {
    use.must_take(size);
    return true;
  }
  if (use.take(size)) return true;
  errno = ENOMEM;
  return false;
}

// An allocation that was counted as `asked` bytes really takes more.
void settle(sluice::UnpackUse& use, void* memory, std::size_t asked) {
  use.give_back(asked);
  if (memory != nullptr) use.must_take(malloc_usable_size(memory));
}

}  // namespace

// The names are the linker's.
// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" {

void* __real_malloc(std::size_t size);
void* __real_calloc(std::size_t count, std::size_t size);
void* __real_realloc(void* old, std::size_t size);
void __real_free(void* memory);
std::time_t __real_mktime(std::tm* time);
std::tm* __real_localtime_r(const std::time_t* time, std::tm* result);

void* __wrap_malloc(std::size_t size) {
  sluice::UnpackUse* const use = sluice::current;
  if (use == nullptr) return __real_malloc(size);
  if (!may_have(*use, size, kMayBeRefused)) return nullptr;
  void* const memory = __real_malloc(size);
  settle(*use, memory, size);
  return memory;
}

void* __wrap_calloc(std::size_t count, std::size_t size) {
  sluice::UnpackUse* const use = sluice::current;
  if (use == nullptr) return __real_calloc(count, size);
  std::size_t all = 0;
  if (__builtin_mul_overflow(count, size, &all)) {
    errno = ENOMEM;
    return nullptr;
  }
  if (!may_have(*use, all, kMayBeRefused)) return nullptr;
  void* const memory = __real_calloc(count, size);
  settle(*use, memory, all);
  return memory;
}

void* __wrap_realloc(void* old, std::size_t size) {
  sluice::UnpackUse* const use = sluice::current;
  if (use == nullptr) return __real_realloc(old, size);
  const std::size_t before = old == nullptr ? 0 : malloc_usable_size(old);
  if (!may_have(*use, size, kMayNotGrow)) return nullptr;
  void* const memory = __real_realloc(old, size);
  settle(*use, memory, size);
  if (memory != nullptr) use->give_back(before);
  return memory;
}

void __wrap_free(void* memory) {
  sluice::UnpackUse* const use = sluice::current;
  if (use != nullptr && memory != nullptr)
    use->give_back(malloc_usable_size(memory));
  __real_free(memory);
}

// libarchive's way to end the program.
[[noreturn]] void __wrap___archive_errx(int, const char*) {
  throw std::bad_alloc();
}

// Zip, rar, cab and lha keep local times. libarchive calls these two functions
// to convert the time of each member to UTC, and the C library looks up
// /etc/localtime each time, under a lock of the process: two threads that read
// a zip spent a quarter of their time there. The times of members are not used
// here, so 0 does for all.
std::time_t __wrap_mktime(std::tm* time) {
  return sluice::current == nullptr ? __real_mktime(time) : 0;
}

std::tm* __wrap_localtime_r(const std::time_t* time, std::tm* result) {
  if (sluice::current == nullptr) return __real_localtime_r(time, result);
  *result = {};
  return result;
}

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier)
