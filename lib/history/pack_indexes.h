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
#include "git/run_git.h"

namespace sluice {

// Where objects lie: in this repository, and in those that it borrows from.
struct ObjectDirectories {
  std::vector<std::string> paths;  // from the place of the repository
  bool are_whole = true;           // git did not complain, about a missing one
};
// Error: git does not say where they are.
Result<ObjectDirectories> object_directories(const GitWorkdir& place);

// The names of the indexes in these directories whose checksum is wrong.
std::vector<std::string> damaged_pack_indexes(
    const GitRepository& repository,
    const std::vector<std::string>& object_directories);

}  // namespace sluice
