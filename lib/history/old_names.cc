#include "history/old_names.h"

#include <vector>

namespace sluice {

Result<std::string> names_in_trees(const GitWorkdir& place,
                                   std::span<const std::string> trees) {
  std::string names;
  for (const std::string& tree : trees) {
    SLUICE_TRY_ASSIGN(const std::string listed,
                      git_output(place, {"ls-tree", "-r", "-z", "--name-only",
                                         "--full-tree", tree}));
    names += listed;
  }
  return names;
}

Result<std::string> names_before(const GitWorkdir& place,
                                 const ObjectId& commit) {
  SLUICE_TRY_ASSIGN(const std::string listed,
                    git_output(place, {"rev-parse", "-q", "--revs-only",
                                       commit.hex() + "^@"}));
  std::vector<std::string> parents;
  for (const ObjectId& id : ids_in(listed)) parents.push_back(id.hex());
  return names_in_trees(place, parents);
}

}  // namespace sluice
