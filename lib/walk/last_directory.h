// Opens the files of a tree for one worker. A worker gets files directory by
// directory. So from the second file of a directory on, that directory is
// already open, and the kernel looks up one component of the path instead of
// all.
//
// If a link takes the directory's place, it has no effect: the open directory
// was below the root when it was opened, without a link in its path
// (fs/open_below.h).
//
// Thread-safety: belongs to one worker.
// Ownership: closes the directory; keeps its root.
#pragma once

#include <memory>
#include <string>

#include "fs/file_system.h"
#include "walk/walk_root.h"

namespace sluice {

class LastDirectory {
 public:
  explicit LastDirectory(const FileSystem* fs) : fs_(fs) {}
  ~LastDirectory() { forget(); }
  LastDirectory(const LastDirectory&) = delete;
  LastDirectory& operator=(const LastDirectory&) = delete;

  // Like root->open(below). REQUIRES: there is a file system.
  Result<OpenedFile> open(const std::shared_ptr<const WalkRoot>& root,
                          const std::string& below);

 private:
  bool is(const WalkRoot* root, std::string_view path) const {
    return root_.get() == root && path_ == path;
  }
  void forget();

  const FileSystem* fs_;
  std::shared_ptr<const WalkRoot> root_;
  std::string path_;  // from the root, of the file that was opened last
  int descriptor_ = WalkRoot::kNone;
  std::string name_;
};

}  // namespace sluice
