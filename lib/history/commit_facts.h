// Who made commits, when, and what they say of it.
// Thread-safety: one thread.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>

#include "base/error.h"
#include "finding/finding.h"
#include "git/object_id.h"
#include "git/run_git.h"

namespace sluice {

using CommitFacts = std::unordered_map<ObjectId, std::shared_ptr<const Commit>>;

// Reads what `git rev-list` prints for commit_facts(). Error: kIo, it is not
// understood.
Result<CommitFacts> read_commit_facts(std::string_view said);

// Of a commit that git cannot read there is its name alone.
Result<CommitFacts> commit_facts(const GitWorkdir& place,
                                 std::span<const ObjectId> commits);

}  // namespace sluice
