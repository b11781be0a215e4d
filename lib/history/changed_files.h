// What is about to be committed, or could be: which files differ, and from
// what. Thread-safety: one thread.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "git/git_repository.h"
#include "git/object_id.h"

namespace sluice {

struct ChangedFile {
  std::string path;  // from the top of the working tree
  ObjectId blob;     // names none: the file in the working tree
  // What stood in its place before, in every parent of the commit; none: the
  // file is new.
  std::vector<ObjectId> old;
};

struct ChangedSubmodule {
  std::string path;
  std::vector<ObjectId> from;  // in every parent of the commit
  ObjectId to;
};

struct Changes {
  std::vector<ChangedFile> files;  // by path
  std::vector<ChangedSubmodule> submodules;
  std::vector<std::string> other_repositories;  // below, and not submodules
  std::vector<std::string> unmerged;
  // Of all that differs, also of what is deleted: policy_files.h.
  std::vector<std::string> policy_files;
};

// What a commit of the index would bring in.
Result<Changes> staged_changes(const GitRepository& repository);

// What the working tree changes in tracked files, against the index.
Result<Changes> unstaged_changes(const GitRepository& repository);

// What git neither tracks nor ignores.
Result<Changes> untracked_files(const GitRepository& repository);

}  // namespace sluice
