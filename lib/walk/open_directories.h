// The open directories between a root and where the walk stands: as many as
// kMax, however deep that is.
// Thread-safety: used by one thread.
// Ownership: closes what it opened; the root stays the caller's.
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

  // The descriptor of the deepest one, opened again if need be: `below` is its
  // path from the root, without a slash at its end.
  Result<int> deepest(std::string_view below);

  // Goes down into `name`, a directory of the deepest one, whose path is
  // `below`.
  Result<int> push(std::string_view below, const std::string& name);

  // The deepest one is not needed for its directories any more. It stays the
  // deepest.
  void close_deepest();

  void pop();

 private:
  const FileSystem& fs_;
  Links links_;
  std::vector<int> open_;  // by depth; -1: closed. The first is the root
};

}  // namespace sluice
