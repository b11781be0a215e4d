// What the .sluiceignore files of a scan say of members of archives: their
// lines of the form a.zip!etc/app.conf. The walk finds the files, the workers
// ask when they open an archive, so they are kept beside the walk's stack.
// Thread-safety: every member from any thread. A worker that has a file from
// the walk finds what stands in the directories above it.
#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "ignore/ignore_file.h"

namespace sluice {

class MemberIgnores {
 public:
  // The file of `directory` (which ends with a slash, or is empty), as it would
  // be opened. It is kept if any line may speak of a member.
  void add(std::string directory, std::string_view text);

  // Whether they leave `path` out: an archive's path as it would be opened, and
  // behind a ! the names in it.
  bool ignores(std::string_view path) const;

 private:
  struct One {
    std::string directory;
    IgnoreFile file;
  };
  mutable std::mutex mutex_;  // guards files_
  std::vector<One> files_;    // in the order of the walk
};

}  // namespace sluice
