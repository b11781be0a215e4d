// Waits for input that may never come, without missing an interrupt.
// Thread-safety: may be called from any thread.
#pragma once

#include "base/interrupt.h"

namespace sluice {

// Waits until `descriptor` has bytes to read, is at its end, or has an error.
// Returns false if `interrupt` was raised before.
bool wait_for_input(int descriptor, const Interrupt& interrupt);

}  // namespace sluice
