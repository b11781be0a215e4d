// Bytes that wait on standard input while nothing reads it, as in
// `git diff | sluice`.
//
// They are not scanned unasked: CI systems, cron jobs and loops of a shell leave
// an empty pipe or a script's own text there, and a scan of that would find
// nothing in place of what lies in the directory.
// Thread-safety: none is needed; used by the main thread.
#pragma once

namespace sluice {

// Whether standard input is a pipe with bytes in it, or a file that is not read
// to its end. A pipe whose writer has not begun holds none.
bool has_unread_input();

}  // namespace sluice
