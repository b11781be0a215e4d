// What the command line leaves out by name: --exclude and --include.
// Thread-safety: immutable.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ignore/ignore_file.h"

namespace sluice {

class PathFilter {
 public:
  PathFilter() = default;
  // The globs are lines of an ignore file, of which the last that matches
  // decides; a leading slash, or one in the middle, ties them to the beginning
  // of the path as reports have it.
  PathFilter(const std::vector<std::string>& exclude,
             const std::vector<std::string>& include);

  bool has_excludes() const { return !exclude_.empty(); }
  bool has_includes() const { return includes_; }

  // `path` is one of a report. Either says nothing of the directories above it.
  bool excludes(std::string_view path, bool is_directory) const;
  bool includes(std::string_view path, bool is_directory) const;

 private:
  IgnoreFile exclude_;
  IgnoreFile include_;
  bool includes_ = false;
};

}  // namespace sluice
