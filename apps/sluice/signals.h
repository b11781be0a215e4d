// The effect of SIGINT and SIGTERM on a scan: the first signal asks the scan to
// end and to report what it found. Another one ends the process at once, unless
// it comes within 200 ms of the first.
#pragma once

#include "base/interrupt.h"

namespace sluice {

// Handles the signals from now on. An ignored signal stays ignored, as for a
// job in the background. Called by the main thread.
const Interrupt& interrupt_on_signals();

// Returns the signal that was caught, or 0. From any thread.
int caught_signal();

// Records whether a line on the terminal must be erased if a signal ends the
// process. From any thread.
void set_line_on_terminal(bool there);

// Erases the line of the terminal's cursor, on standard error.
// From any thread, and from a signal handler.
void erase_terminal_line();

}  // namespace sluice
