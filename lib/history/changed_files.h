// The files that are about to be committed, or could be, and their old
// versions.
// Thread-safety: one thread.
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
  // The versions before the change, in every parent of the commit. Empty if the
  // file is new.
  std::vector<ObjectId> old;
  bool is_link = false;  // a symbolic link, whose text is its target
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
  // The policy files among all changed files, deleted ones included:
  // policy_files.h.
  std::vector<std::string> policy_files;
};

// The changes that a commit of the index would bring in.
Result<Changes> staged_changes(const GitRepository& repository);

// The changes of the working tree in tracked files, against the index.
Result<Changes> unstaged_changes(const GitRepository& repository);

// The files that git neither tracks nor ignores.
Result<Changes> untracked_files(const GitRepository& repository);

// The paths of all files before the change, with a NUL after each: those of the
// parents of the next commit, or those in the index.
Result<std::string> names_in_parents(const GitRepository& repository);
Result<std::string> names_in_index(const GitRepository& repository);

}  // namespace sluice
