// The submodules of a repository: their names, their places, and the commits
// between which they were moved.
// Thread-safety: one thread.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/error.h"
#include "git/git_repository.h"
#include "git/object_id.h"

namespace sluice {

// The commits between which a submodule was moved: what `to` leads to and
// `from` does not.
struct CommitMove {
  std::unordered_set<ObjectId> to;
  std::unordered_set<ObjectId> from;
};

// By the submodules' paths from the top of their superproject.
class SubmoduleMoves {
 public:
  // Moves come in the order of the superproject's commits, parents first. A
  // commit from which a submodule is moved is outside unless a move led there.
  void add(std::string_view path, const std::vector<ObjectId>& from,
           const ObjectId& to);

  bool empty() const { return moves_.empty(); }
  const std::map<std::string, CommitMove, std::less<>>& all() const {
    return moves_;
  }

 private:
  std::map<std::string, CommitMove, std::less<>> moves_;
};

// The submodules in a list of `git ls-files -z --stage`, each with its commit.
std::map<std::string, ObjectId> submodules_listed(std::string_view listed);

// The submodules in the index, each with the commit that it names.
Result<std::map<std::string, ObjectId>> submodules_in_index(
    const GitRepository& repository);

// The submodule that is checked out at `path`, in whatever way (a .git of its
// own, or a file that leads to the superproject's). Errors: kNotFound, there is
// none; kIo, git refuses it.
Result<GitRepository> open_submodule(const GitRepository& superproject,
                                     const std::string& path);

// The commit that is checked out; an id that names none if there is none.
ObjectId head_of(const GitRepository& repository);

}  // namespace sluice
