// Whether the files that say where objects lie in packs are as they were
// written. Git trusts them: where one says that an object lies elsewhere, it
// gives another object's text, and says nothing.
// Thread-safety: pure function of the disk. Cost: they are read once, some 30
// bytes an object.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "git/git_repository.h"

namespace sluice {

// The names of those, in this repository and those from which it borrows, whose
// checksum is wrong. Error: git does not say where they are.
Result<std::vector<std::string>> damaged_pack_indexes(
    const GitRepository& repository);

}  // namespace sluice
