// Binds threads to processors, for measurements; off by default, since the
// system's own choice is better on a machine that does other work as well.
#pragma once

#include <cstddef>

namespace sluice {

// Binds the calling thread to the `index`-th processor of those the process
// may use, counted round. False if the system refuses; the thread then runs
// where it did before.
bool pin_current_thread(std::size_t index) noexcept;

}  // namespace sluice
