// Receives what a walk meets, in its order.
// Thread-safety: called by the walking thread alone.
#pragma once

#include <memory>
#include <string_view>

#include "finding/finding.h"
#include "walk/walk_root.h"

namespace sluice {

class WalkSink {
 public:
  virtual ~WalkSink() = default;

  // A file to scan: `below` is its path from `root`. False ends the walk. What
  // is passed is valid during the call alone; the root may be kept.
  virtual bool file(const std::shared_ptr<const WalkRoot>& root,
                    std::string_view below) = 0;

  // A file that the user gave as a path of its own: it may be a pipe, or a
  // symbolic link. `judged` is as of WalkRoot. False ends the walk.
  virtual bool named_file(std::string_view path, std::string_view judged) = 0;

  // Something is left out. `path` is as in reports, and `root` what stands
  // before it to open it; both are empty for what need not be named
  // (is_named_skip), unless wants_skip() says that it is to be. `below` is its
  // path from the named directory; `by` the ignore file, of what is ignored.
  virtual bool wants_skip(std::string_view /*below*/, Skip) const {
    return false;
  }
  virtual void skip(std::string_view root, std::string_view path, Skip reason,
                    std::string_view by) = 0;

  // A directory could not be read, or not to its end, or an ignore file could
  // not be read and is not followed. `reason` says which, and why, in the
  // system's words. False ends the walk.
  virtual bool problem(std::string_view root, std::string_view path,
                       std::string_view reason) = 0;

  // Whether the walk is to end, asked at every entry.
  virtual bool ended() { return false; }

  // What comes next may take long: a directory is read, or git is waited for.
  virtual void before_wait() {}

  // git could not say what it should about the repository at `path`.
  virtual void git_failed(std::string_view path, std::string_view reason) = 0;

  // The files of a git repository itself lie at `path`, and its history in
  // them, packed.
  virtual void bare_repository(std::string_view path) = 0;
};

}  // namespace sluice
