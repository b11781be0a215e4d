// Binds threads to processors, for measurements; off by default, since the
// system's own choice is better on a machine that does other work as well.
// Thread-safety: pure functions of the calling thread.
#pragma once

#include <cstddef>
#include <vector>

namespace sluice {

// The processors that the calling thread may run on, in order; empty if the
// system does not tell (more than 1,024 of them). Call it once, before any
// thread is bound: a new thread inherits the binding of the one that starts it.
std::vector<std::size_t> usable_processors();

// Binds the calling thread to one processor. False if the system refuses; the
// thread then runs where it did before.
[[nodiscard]] bool pin_current_thread(std::size_t processor) noexcept;

}  // namespace sluice
