// Walks over the trees of many commits with several workers, and passes on
// their changes in the order of the commits.
//
// Workers take batches of commits and collect the changes; the worker that has
// the next batch in order passes it on. The changes of a commit depend on its
// own trees and its parents' alone, so workers share nothing. They have no set
// of the blobs that the sink has met: a tree that has moved is read again, and
// the sink gets blobs a second time. This costs less than a set of all trees.
// It could cost much more in a commit that has the same tree many times. There,
// and where a commit cannot be read or has very many changes, the worker stops.
// When its turn has come, `in_turn` walks over the rest of its batch, with such
// a set. So the sink gets the same changes with any number of workers.
//
// Rejected: a set of known trees that the workers share. What is in it would
// depend on which worker is faster, and so would the changes of a commit whose
// trees are too many to look at all.
// Thread-safety: one call at a time. Memory: for each worker what a TreeWalk
// needs, and kMostWaiting bytes of changes that wait.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "base/error.h"
#include "git/object_id.h"
#include "git/run_git.h"
#include "history/commit_graph.h"
#include "history/tree_changes.h"
#include "history/tree_walk.h"
#include "pack/object_store.h"

namespace sluice {

// The commits of a batch: enough that few trees are read by two workers, few
// enough that the workers end together.
inline constexpr std::size_t kMaxCommits = 1024;
inline constexpr std::size_t kMinCommits = 32;

// Passes the changes of `commits` to the sink; `first` is the place of the first
// commit in the sink's list. `in_turn` walks over a commit, by its place in
// `commits`, and passes its changes to the sink. Like the sink, it is called by
// one thread at a time. Error: a worker failed (out of memory), or `in_turn`
// did.
Result<void> walk_ahead(
    const GitWorkdir& place, const ObjectStore& packs, const CommitGraph& graph,
    std::span<const ObjectId> commits, std::size_t first, unsigned workers,
    const TreeChangeSink& sink,
    const std::function<Result<void>(std::size_t index)>& in_turn);

}  // namespace sluice
