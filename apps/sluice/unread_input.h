// Detects input that nothing reads, as in `git diff | sluice`.
//
// sluice does not scan it unasked: in CI systems, cron jobs and shell loops,
// standard input is an empty pipe or the script's own text, and the directory
// would not be scanned.
// Thread-safety: none is needed; used by the main thread.
#pragma once

namespace sluice {

// Returns whether standard input is a pipe that contains bytes, or a file that
// was not read to its end. False for a pipe whose writer has not begun.
bool has_unread_input();

}  // namespace sluice
