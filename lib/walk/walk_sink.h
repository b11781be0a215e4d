// Receives everything that a walk meets, in order.
// Thread-safety: called only by the walking thread.
#pragma once

#include <memory>
#include <string_view>

#include "finding/finding.h"
#include "walk/walk_root.h"

namespace sluice {

class WalkSink {
 public:
  virtual ~WalkSink() = default;

  // A file to scan. `below` is its path from `root`. Returns false to end the
  // walk. The arguments are valid only during the call, but the root may be
  // kept.
  virtual bool file(const std::shared_ptr<const WalkRoot>& root,
                    std::string_view below) = 0;

  // A file that the user named directly: it may be a pipe, or a symbolic link.
  // `judged` is as in WalkRoot. Returns false to end the walk.
  virtual bool named_file(std::string_view path, std::string_view judged) = 0;

  // Something is skipped. `path` is the path as in reports, and `root` the part
  // before it that is needed to open it. Both are empty for entries that need
  // not be named (SkipFacts::is_named), unless wants_skip() returns true. `below` is
  // the path from the named directory. `by` is the ignore file, if the entry is
  // ignored.
  virtual bool wants_skip(std::string_view /*below*/, Skip) const {
    return false;
  }
  virtual void skip(std::string_view root, std::string_view path, Skip reason,
                    std::string_view by) = 0;

  // A directory could not be read, or not to its end; or an ignore file could
  // not be read and has no effect. `reason` says which, and why, in the
  // system's words. Returns false to end the walk.
  virtual bool problem(std::string_view root, std::string_view path,
                       std::string_view reason) = 0;

  // Whether the walk should end; called at every entry.
  virtual bool ended() { return false; }

  // The next step may take long: a directory is read, or git is waited for.
  virtual void before_wait() {}

  // git gave no answer about the repository at `path`.
  virtual void git_failed(std::string_view path, std::string_view reason) = 0;

  // `path` contains the files of a git repository itself, and in them its
  // packed history.
  virtual void bare_repository(std::string_view path) = 0;
};

}  // namespace sluice
