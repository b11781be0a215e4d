// Who made commits, when, and what they say of it.
// Thread-safety: one thread. Memory: the head of one commit at a time, and of
// each a first line of 4 KiB at most.
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

// Reads the text of a commit as git stores it, or the head of it. What is not
// there, or is no date, is empty. Words in an encoding that is not known stay
// as they are.
Commit read_commit(std::string_view text);

// Of a commit that git cannot read there is its name alone. Error: kIo.
Result<CommitFacts> commit_facts(const GitWorkdir& place,
                                 std::span<const ObjectId> commits);

}  // namespace sluice
