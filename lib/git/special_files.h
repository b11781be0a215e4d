// Whether git would wait at a file of a repository. Git opens its own files as
// they are, so a named pipe in the place of one holds it up for ever, and a
// terminal until somebody types.
// Thread-safety: pure function of the disk and the environment. Cost: a reading
// of the repository's own directories, some 2 ms.
#pragma once

#include "base/error.h"
#include "git/run_git.h"

namespace sluice {

// Which of git's files are looked at.
enum class GitFiles {
  kAll,
  kSettings,  // the settings and the index: no objects, no refs below HEAD
};

// Looks at the files of the repository in which `place` lies, and at the files
// that its settings name. Error: kIo, one of them is a named pipe or a device;
// the message names it. What cannot be looked at is no error: git will say so.
// A pipe in another place is met by ChildProcess::kMostIdle.
Result<void> refuse_special_files(const GitWorkdir& place, GitFiles which);

}  // namespace sluice
