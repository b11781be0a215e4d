// With what the commands that scan end (README.md, "Exit codes"); 2, that a
// command could not run, is main's.
// Thread-safety: constants.
#pragma once

namespace sluice {

enum ExitCode {
  kClean = 0,       // nothing found, or done, and all was read
  kFound = 1,       // secrets
  kIncomplete = 3,  // nothing found, but not all could be read
  kSignalled = 128  // ended by the signal of this number more
};

}  // namespace sluice
