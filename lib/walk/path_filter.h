// The files that the command line excludes by name: --exclude and --include.
// Thread-safety: immutable.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ignore/ignore_file.h"

namespace sluice {

class PathFilter {
 public:
  PathFilter() = default;
  // The globs are lines of an ignore file, and the last one that matches
  // decides. A slash at the beginning or in the middle ties a glob to the
  // beginning of the path as reports show it.
  PathFilter(const std::vector<std::string>& exclude,
             const std::vector<std::string>& include);

  bool has_excludes() const { return !exclude_.empty(); }
  bool has_includes() const { return includes_; }

  // `path` is a path of a report. The next two functions do not consider
  // the directories above it.
  bool excludes(std::string_view path, bool is_directory) const;
  bool includes(std::string_view path, bool is_directory) const;

  // Whether the globs exclude a file or a directory above it, from byte `from`
  // of its path on.
  bool excludes_below(std::string_view path, std::size_t from = 0) const;

 private:
  IgnoreFile exclude_;
  IgnoreFile include_;
  bool includes_ = false;
};

}  // namespace sluice
