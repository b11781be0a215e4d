// The exit codes of the commands that scan (docs/USAGE.md, "Exit codes").
// main() itself ends with 2 if a command could not run.
// Thread-safety: constants.
#pragma once

namespace sluice {

enum ExitCode {
  kClean = 0,       // no secret found (or done), and everything was read
  kFound = 1,       // secrets found
  kIncomplete = 3,  // no secret found, but something could not be read
  kSignalled = 128  // plus the number of the signal that ended the scan
};

}  // namespace sluice
