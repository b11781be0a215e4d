// Which commits are to be scanned.
// Thread-safety: one thread.
#pragma once

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/error.h"
#include "git/git_repository.h"
#include "git/object_id.h"
#include "history/commit_graph.h"
#include "history/reach.h"
#include "history/submodules.h"
#include "pack/object_store.h"

namespace sluice {

// If no range is set: every commit of `reach`.
struct CommitsToScan {
  std::string since;  // a revision: scan the commits of HEAD that it has not
  std::string range;  // in git's notation: A..B, A...B
  // In a submodule: the move by its superproject.
  std::optional<CommitMove> move;
  // In a submodule: the commits that its superproject names, in addition to all
  // others.
  std::unordered_set<ObjectId> also;
  Reach reach = Reach::kReflog;  // ignored for a range

  bool is_range() const { return !since.empty() || !range.empty() || move; }
};

struct CommitList {
  // Parents before their children, and otherwise by their dates. First those
  // that refs lead to, or that the range contains; then those that only reflogs
  // lead to; then the others.
  std::vector<ObjectId> commits;
  std::size_t by_refs = 0;     // the number of the first ones
  std::size_t by_reflogs = 0;  // the number of the next ones
  // Those that refs below refs/notes/ lead to.
  std::unordered_set<ObjectId> of_notes;
  // Contains all of these commits, or none if git listed them.
  CommitGraph graph;
  // The refs whose objects are scanned, in the order of their names, unless a
  // range is scanned.
  std::vector<NamedObject> refs;
  // The other objects that are scanned, unless a range is scanned.
  ObjectTypes others;
  // The number of these commits whose parents a shallow clone lacks.
  std::size_t cut_off = 0;
  // Git's, about commits that it could not read; in this order.
  std::vector<std::string> complaints;
  std::vector<ObjectId> missing;  // named by a superproject, and not here
};

// Errors: kUsage if a revision does not exist, or a range reaches beyond the
// commits of a shallow clone; kIo.
Result<CommitList> list_commits(const GitRepository& repository,
                                const ObjectStore& packs,
                                const CommitsToScan& wanted);

}  // namespace sluice
