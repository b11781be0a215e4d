#include "sim/harness/fiber_stack.h"

#include <sys/mman.h>

#include <vector>

#include "base/check.h"

#if defined(SLUICE_SIM_ASAN)
#include <sanitizer/asan_interface.h>
#include <sanitizer/lsan_interface.h>
#endif

namespace sluice::fiber_stack {
namespace {

// At least a page, on every processor.
constexpr std::size_t kGuard = 64 * 1024;

void unmap(void* stack) {
  SLUICE_CHECK(::munmap(static_cast<char*>(stack) - kGuard, kGuard + kSize) ==
               0);
}

struct Pool {
  ~Pool() {
    for (void* stack : free) unmap(stack);
  }
  std::vector<void*> free;
};

Pool& pool() {
  static thread_local Pool instance;
  return instance;
}

}  // namespace

void* take() {
  std::vector<void*>& free = pool().free;
  if (!free.empty()) {
    void* const stack = free.back();
    free.pop_back();
    return stack;
  }
  void* const area = ::mmap(nullptr, kGuard + kSize, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  SLUICE_CHECK(area != MAP_FAILED);
  SLUICE_CHECK(::mprotect(area, kGuard, PROT_NONE) == 0);
  return static_cast<char*>(area) + kGuard;
}

void give_back(void* stack) {
#if defined(SLUICE_SIM_ASAN)
  // The last frames of the old fiber never returned, so their red zones are
  // still marked.
  __asan_unpoison_memory_region(stack, kSize);
#endif
  pool().free.push_back(stack);
}

void abandon(void* stack) {
#if defined(SLUICE_SIM_ASAN)
  // Kept, so that objects that the stack refers to do not count as leaked.
  __lsan_register_root_region(stack, kSize);
#else
  unmap(stack);
#endif
}

}  // namespace sluice::fiber_stack
