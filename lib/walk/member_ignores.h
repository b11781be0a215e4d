// Lines of the scan's .sluiceignore files for members of archives, of the form
// a.zip!etc/app.conf. The walk finds these files, and the workers need the
// lines when they open an archive. So they are kept separately from the walk's
// stack.
// Thread-safety: every member from any thread. When a worker gets a file from
// the walk, the lines of the directories above it are already here.
#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "ignore/ignore_file.h"

namespace sluice {

class MemberIgnores {
 public:
  // Adds the .sluiceignore file of `directory`. The path ends with a slash or
  // is empty, and is as the file would be opened. The file is kept if any of
  // its lines may be about a member.
  void add(std::string directory, std::string_view text);

  // Whether the lines exclude `path`: the path of an archive as it would be
  // opened, followed by a ! and the names in it.
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
