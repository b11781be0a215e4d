#include "base/interrupt.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdint>

namespace sluice {

// A function that a signal handler calls must not take a lock.
static_assert(std::atomic<bool>::is_always_lock_free);

Interrupt::Interrupt()
    : descriptor_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

Interrupt::~Interrupt() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void Interrupt::raise() noexcept {
  raised_.store(true, std::memory_order_relaxed);
  const std::uint64_t one = 1;
  // Nobody reads it, so it can fail only once it is readable for good.
  static_cast<void>(!::write(descriptor_, &one, sizeof one));
}

}  // namespace sluice
