// The exit codes of the commands that scan (docs/USAGE.md, "Exit codes"). main()
// itself ends with 2 if a command could not run.
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
