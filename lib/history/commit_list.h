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
  std::string since;  // a revision: what HEAD has and this has not
  std::string range;  // as git has it: A..B, A...B
  // In a submodule: what its superproject moved it by.
  std::optional<CommitMove> move;
  // In a submodule: the commits that its superproject names, in addition to all
  // others.
  std::unordered_set<ObjectId> also;

  bool is_range() const { return !since.empty() || !range.empty() || move; }
};

struct CommitList {
  // Parents before their children, and otherwise by their dates.
  std::vector<ObjectId> commits;
  // Those among them whose parents a shallow clone lacks.
  std::size_t cut_off = 0;
  std::string complaint;          // what git said of what it could not read
  std::vector<ObjectId> missing;  // named by a superproject, and not here
};

// Errors: kUsage, a revision that is not there, or a range that reaches beyond
// what a shallow clone has; kIo.
Result<CommitList> list_commits(const GitRepository& repository,
                                const CommitsToScan& wanted);

}  // namespace sluice
