// The files of a revision of a repository, or of its index, as ForeignFiles
// reads files.
// Thread-safety: immutable once listed; one thread at a time may query git.
// Ownership: refers to the repository, which must outlive it.
// Memory: the names of all files.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "git/git_repository.h"
#include "policy/policy_source.h"

namespace sluice {

class RevisionFiles {
 public:
  // `revision` is anything that names a commit; an empty one means the index.
  // Errors: kUsage if there is no such commit; kIo with git's words.
  static Result<RevisionFiles> list(const GitRepository& repository,
                                    const std::string& revision);

  // The text of the file at `path` from the top. Errors: those of
  // read_foreign_file(); a symbolic link and a file of more than `most` bytes
  // are refused.
  Result<std::string> read(const std::string& path, std::size_t most) const;

  // Paths of policy files (policy/policy_files.h) that are not the same in
  // both.
  static std::vector<std::string> changed_policy(const RevisionFiles& before,
                                                 const RevisionFiles& after);

 private:
  struct Entry {
    std::string_view path;  // in listed_
    std::string_view mode;
    std::string_view object;
  };

  RevisionFiles(const GitRepository& repository, std::vector<char> listed)
      : repository_(&repository), listed_(std::move(listed)) {}
  const Entry* find(std::string_view path) const;

  const GitRepository* repository_;
  std::vector<char> listed_;
  std::vector<Entry> entries_;  // by path
};

// The policy files of a revision.
Result<PolicySource> place_in_revision(const GitRepository& repository,
                                       std::string revision);

// The policy files of the index. If git cannot read the index, there are no
// files; the scan of the index reports that error (git/damaged_index.h).
PolicySource place_in_index(const GitRepository& repository);

}  // namespace sluice
