// What SIGINT and SIGTERM do to a scan: the first asks it to end, so that what
// was found is reported; the second ends the process at once.
#pragma once

#include "base/interrupt.h"

namespace sluice {

// Takes the signals over, for good; what is ignored stays ignored, as for a job
// in the background. Called by the main thread.
const Interrupt& interrupt_on_signals();

// The signal that was caught, 0 if none was; from any thread.
int caught_signal();

// Whether there is a line on the terminal that is to be erased if a signal ends
// the process; from any thread.
void set_line_on_terminal(bool there);

// Erases the line on which the terminal's cursor stands, on standard error.
// From any thread, and from a signal handler.
void erase_terminal_line();

}  // namespace sluice
