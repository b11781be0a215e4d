// Decides whether git would wait at a file of a repository. Git opens its own
// files without a check. So a named pipe in the place of one stops it for ever,
// and a terminal stops it until somebody types.
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

// Examines the files of the repository that contains `place`, and the files
// that its settings name. Error: kIo if one of them is a named pipe or a
// device; the message names it. A file that cannot be examined is no error,
// because git will complain about it. ChildProcess::kMostIdle deals with a pipe
// in any other place.
Result<void> refuse_special_files(const GitWorkdir& place, GitFiles which);

}  // namespace sluice
