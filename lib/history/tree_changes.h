// The changes of commits, without texts: the blobs that they bring in, and the
// blobs that these replace. A change may be reported twice.
// Thread-safety: one call at a time. Memory: what a TreeWalk needs, and 64 MiB
// of git's answers; a git has 256 MiB.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "git/object_id.h"
#include "git/raw_changes.h"
#include "git/run_git.h"
#include "history/commit_graph.h"
#include "pack/object_store.h"

namespace sluice {

struct TreeChangeSink {
  // Called for a change of commits[index]. For a merge, only files that differ
  // from those of every parent are changes.
  std::function<void(std::size_t index, const RawChange&)> on_change;
  // Called if git could not list the changes of commits[index], or not all.
  std::function<void(std::size_t index, std::string why)> on_unreadable;
  // Returns whether one more place of this blob makes no difference, now and
  // later. If it is empty, every place makes a difference.
  std::function<bool(const ObjectId& blob)> knows{};
  // If it is set, the sink wants every path of a blob as well. Called if not all
  // of them could be looked at in commits[index], because the same trees stand
  // in it too often.
  std::function<void(std::size_t index)> on_more_paths{};
  // Returns whether a new directory of this name is wanted: at least one of its
  // files is then a change, even if all of its blobs are known. If it is empty,
  // none is wanted.
  std::function<bool(std::string_view name)> wants_below{};
  // Whether deleted files count as changes.
  bool wants_deleted = false;
};

// Reads an answer of `git diff-tree --stdin -z`, which may be cut off: calls
// `on_change` for each change that is whole, with the index of its commit in
// the answer. Returns the number of commits that begin in it.
std::size_t for_each_change(
    std::string_view answer,
    const std::function<void(std::size_t index, const RawChange&)>& on_change);

// Reads the trees of commits that are in `graph` or `packs`, and asks git about
// the others with several processes. The sink is called by one thread at a time, in the
// order of the commits. After an interrupt it gets fewer commits.
// Error: a worker failed (out of memory).
Result<void> list_tree_changes(const GitWorkdir& place,
                               const ObjectStore& packs,
                               const CommitGraph& graph,
                               std::span<const ObjectId> commits,
                               unsigned workers, const TreeChangeSink& sink);

}  // namespace sluice
