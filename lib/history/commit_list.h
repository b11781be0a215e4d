// Which commits are to be scanned.
// Thread-safety: one thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "git/git_repository.h"
#include "git/object_id.h"
#include "history/submodules.h"

namespace sluice {

// Nothing set: every commit that a ref, or HEAD, leads to.
struct CommitsToScan {
  std::string since;  // a revision: scan the commits of HEAD that it has not
  std::string range;  // in git's notation: A..B, A...B
  // In a submodule: the move by its superproject.
  std::optional<CommitMove> move;
  // In a submodule: the commits that its superproject names, in addition to all
  // others.
  std::unordered_set<ObjectId> also;

  bool is_range() const { return !since.empty() || !range.empty() || move; }
};

struct CommitList {
  // Parents before their children, and otherwise by their dates.
  std::vector<ObjectId> commits;
  // The number of these commits whose parents a shallow clone lacks.
  std::size_t cut_off = 0;
  std::string complaint;          // git's, about commits that it could not read
  std::vector<ObjectId> missing;  // named by a superproject, and not here
};

// Errors: kUsage if a revision does not exist, or a range reaches beyond the
// commits of a shallow clone; kIo.
Result<CommitList> list_commits(const GitRepository& repository,
                                const CommitsToScan& wanted);

}  // namespace sluice
