// A repository whose objects are to be read, and its place.
// Thread-safety: immutable once opened; any thread may use place().
// Ownership: closes its directory at the end.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "base/interrupt.h"
#include "git/run_git.h"

namespace sluice {

class GitRepository {
 public:
  // Opens the repository that contains `path`. If `path` is empty, it opens the
  // one of the working directory, or of GIT_DIR and similar variables. Errors:
  // kNotFound, no such directory or no repository; kIo, git is missing, too
  // old, or refuses.
  static Result<GitRepository> open(const std::string& path);
  // Opens the repository whose top is the open `directory`, and closes that at
  // the end. `root` is the path of the directory. Errors: as above, and
  // kNotFound if the repository's top is elsewhere.
  static Result<GitRepository> open_top(int directory, std::string root);

  GitRepository(GitRepository&& other) noexcept;
  GitRepository& operator=(GitRepository&&) = delete;
  ~GitRepository();

  // The top of its working tree, or where it was opened if that has none.
  GitWorkdir place() const { return {directory_, as_caller_, interrupt_}; }
  // Every later request fails after this is raised. It must outlive this
  // object.
  void end_on(const Interrupt* interrupt) { interrupt_ = interrupt; }
  // The path from the working directory to place(): empty, or with a slash at
  // the end.
  const std::string& root() const { return root_; }

  bool is_bare() const { return bare_; }
  // Whether place() is the top of a working tree. A repository that is not bare
  // may have its own elsewhere (core.worktree), which is not looked at: it
  // could be anyone's.
  bool has_work_tree() const { return has_work_tree_; }
  bool is_shallow() const { return shallow_; }
  bool is_sha256() const { return sha256_; }
  std::string empty_tree() const;

 private:
  GitRepository() = default;

  // Returns the path up to the top, with a slash at the end, if the top is
  // above.
  Result<std::string> ask(std::string_view named);

  int directory_ = -1;
  bool as_caller_ = false;
  const Interrupt* interrupt_ = nullptr;
  std::string root_;
  bool bare_ = false;
  bool has_work_tree_ = false;
  bool shallow_ = false;
  bool sha256_ = false;
};

}  // namespace sluice
