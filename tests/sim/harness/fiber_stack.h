// Stacks for fibers: mapped memory with a page below it that must not be
// touched, so that an overflow ends the process instead of writing into the
// next stack. Ended fibers leave theirs in a pool, since mapping one costs
// more than a short simulation.
// Thread-safety: none; every thread has a pool of its own.
#pragma once

#include <cstddef>

#include "sim/harness/sanitizer.h"

namespace sluice::fiber_stack {

// Bytes. Frames are several times as large under AddressSanitizer.
#if defined(SLUICE_SIM_ASAN)
inline constexpr std::size_t kSize = 512 * 1024;
#else
inline constexpr std::size_t kSize = 128 * 1024;
#endif

// The lowest address of kSize bytes. Running out of memory ends the process.
[[nodiscard]] void* take();
// Back to the pool: nothing lives on the stack.
void give_back(void* stack);
// Out of the pool for good: objects that are never destroyed live on it.
void abandon(void* stack);

}  // namespace sluice::fiber_stack
