// The authors, dates and subjects of commits, and of annotated tags.
// Thread-safety: one thread. Memory: the head of one commit at a time, and of
// each a first line of at most 4 KiB.
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

// Reads the text of a commit as git stores it, or the head of it. A field that
// is missing, or a date that is none, is empty. Text in an unknown encoding
// stays as it is.
Commit read_commit(std::string_view text);

// For a commit that git cannot read, only the name is filled in. Error: kIo.
Result<CommitFacts> commit_facts(const GitWorkdir& place,
                                 std::span<const ObjectId> commits);

}  // namespace sluice
