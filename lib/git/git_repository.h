// A repository whose objects are to be read, and where it lies.
// Thread-safety: immutable once opened; any thread may use place().
// Ownership: closes its directory at the end.
#pragma once

#include <string>

#include "base/error.h"
#include "git/run_git.h"

namespace sluice {

class GitRepository {
 public:
  // The one in which `path` lies; empty: the one of the working directory, or
  // of GIT_DIR and its kin. Errors: kNotFound, no such directory or no
  // repository; kIo, git is missing, too old, or refuses.
  static Result<GitRepository> open(const std::string& path);

  GitRepository(GitRepository&& other) noexcept;
  GitRepository& operator=(GitRepository&&) = delete;
  ~GitRepository();

  // The top of its working tree, or the repository itself if it is bare.
  GitPlace place() const { return {directory_, as_caller_}; }
  // What leads there from the working directory: "", or with a slash behind.
  const std::string& root() const { return root_; }

  bool is_bare() const { return bare_; }
  bool is_shallow() const { return shallow_; }
  std::string empty_tree() const;

 private:
  GitRepository() = default;

  int directory_ = -1;
  bool as_caller_ = false;
  std::string root_;
  bool bare_ = false;
  bool shallow_ = false;
  bool sha256_ = false;
};

}  // namespace sluice
