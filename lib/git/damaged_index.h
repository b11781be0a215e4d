// Checks whether the index, which lists the staged and tracked files, is
// intact. Git does not check: a truncated index looks to it like one of fewer
// files, and it may take a wrong name for that of a blob, without a message.
// Thread-safety: pure function of the disk. Cost: a process of git, and the
// index is read once; some 1.5 ms for each MB.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "git/run_git.h"

namespace sluice {

// Returns the files of the index that git would read at `place` and whose
// checksum is wrong, as paths from there. A file that does not exist, or that
// git itself cannot open, is not returned. Error: git does not say where the
// files are.
Result<std::vector<std::string>> damaged_index_files(const GitWorkdir& place);

// The coverage's reason for each of these files.
inline constexpr const char* kDamagedIndex =
    "its checksum is wrong: what it says is staged may not be what was "
    "(move it away, and `git reset` makes another)";

}  // namespace sluice
