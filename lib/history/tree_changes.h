// What commits change, as git lists it without texts: which blobs they bring
// in, and what stood there before. A change may be told twice.
// Thread-safety: one call at a time. Memory: 64 MiB of answers; a git has
// 256 MiB, and where that is not enough, tree_walk.h finds the changes.
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

namespace sluice {

struct TreeChangeSink {
  // A change of commits[index]. Of a merge, what differs from every parent.
  std::function<void(std::size_t index, const RawChange&)> on_change;
  // git could not say what commits[index] changes, or not all of it.
  std::function<void(std::size_t index, std::string why)> on_unreadable;
  // Whether it makes no difference that this blob stands at one more place, now
  // and later. Empty: it always does.
  std::function<bool(const ObjectId& blob)> knows{};
  // Whether changes count that take a file away.
  bool wants_deleted = false;
};

// Reads an answer of `git diff-tree --stdin -z`, be it cut off: calls
// `on_change` for each change that is whole, with the place of its commit in
// the answer. Gives the number of commits that begin in it.
std::size_t for_each_change(
    std::string_view answer,
    const std::function<void(std::size_t index, const RawChange&)>& on_change);

// Asks with several processes; the sink is called by one thread at a time, in
// the order of the commits. After an interrupt it gets fewer commits.
// Error: a worker failed (out of memory).
Result<void> list_tree_changes(const GitWorkdir& place,
                               std::span<const ObjectId> commits,
                               unsigned workers, const TreeChangeSink& sink);

}  // namespace sluice
