// Checks whether the files that list the places of objects in packs are intact.
// Git trusts them: if one has a wrong place for an object, git returns another
// object's text, without a message.
// Thread-safety: pure function of the disk. Cost: they are read once, some 30
// bytes for each object.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "git/git_repository.h"

namespace sluice {

// Returns the names of the files with a wrong checksum, in this repository and
// in those from which it borrows. Error: git does not say where they are.
Result<std::vector<std::string>> damaged_pack_indexes(
    const GitRepository& repository);

}  // namespace sluice
