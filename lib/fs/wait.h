// Waiting for input that may never come, without missing an interrupt.
// Thread-safety: may be called from any thread.
#pragma once

#include "base/interrupt.h"

namespace sluice {

// Waits until `descriptor` has something to read, or its end or an error to
// tell. False if `interrupt` was raised before.
bool wait_for_input(int descriptor, const Interrupt& interrupt);

}  // namespace sluice
