// Asks work that takes long to end early.
// Thread-safety: all of it, from any thread; raise() from a signal handler too.
#pragma once

#include <atomic>

namespace sluice {

class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  // For good.
  void raise() noexcept;

  [[nodiscard]] bool raised() const noexcept {
    return raised_.load(std::memory_order_relaxed);
  }

  // A descriptor that becomes readable once the interrupt is raised, and stays
  // so. It is for a thread that also waits for something else in poll(). It is
  // -1 if the system has no more descriptors; poll() ignores that.
  [[nodiscard]] int descriptor() const noexcept { return descriptor_; }

 private:
  // Written by raise(), read by every thread that works. Relaxed: it hands
  // nothing over, and a thread that reads it late does a little more work.
  std::atomic<bool> raised_{false};
  const int descriptor_;
};

// Returns false for a null interrupt, which is never raised.
[[nodiscard]] inline bool is_raised(const Interrupt* interrupt) noexcept {
  return interrupt != nullptr && interrupt->raised();
}

}  // namespace sluice
