// The open directories between a root and the current directory of the walk: at
// most kMax, however deep that is.
// Thread-safety: used by one thread.
// Ownership: closes the directories that it opened; the caller keeps the root.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "fs/file_system.h"

namespace sluice {

class OpenDirectories {
 public:
  static constexpr std::size_t kMax = 24;

  OpenDirectories(const FileSystem& fs, Links links) : fs_(fs), links_(links) {}
  ~OpenDirectories();
  OpenDirectories(const OpenDirectories&) = delete;
  OpenDirectories& operator=(const OpenDirectories&) = delete;

  // Starts anew at `root`.
  void begin(int root);

  // Returns the descriptor of the deepest directory, and opens it again if
  // necessary. `below` is its path from the root, without a slash at its end.
  Result<int> deepest(std::string_view below);

  // Enters `name`, a directory in the deepest one. `below` is the path of the
  // deepest one.
  Result<int> push(std::string_view below, const std::string& name);

  // The deepest directory is no longer needed to open its subdirectories. It
  // stays the deepest.
  void close_deepest();

  void pop();

 private:
  const FileSystem& fs_;
  Links links_;
  std::vector<int> open_;  // by depth, root first; -1 if closed
};

}  // namespace sluice
