// The ignore files in force at one place of a walk, by rank.
// Thread-safety: used by one thread.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "ignore/ignore_file.h"

namespace sluice {

// The rank, from the highest: the files of deeper directories before those of
// shallower ones, in a directory the one pushed later; then the repositories'
// exclude files, the deepest first. The highest that has anything to say
// decides. Empty files are not kept.
class IgnoreStack {
 public:
  // A place to go back to.
  struct Mark {
    std::size_t files = 0;
    std::size_t excludes = 0;
  };

  Mark mark() const { return {files_.size(), excludes_.size()}; }
  void restore(Mark mark);

  // A file of a directory whose path, slash included, is the first `base` bytes
  // of the paths that ignores() will be asked about.
  void push_file(std::size_t base, IgnoreFile file);
  void push_exclude(std::size_t base, IgnoreFile file);

  // `path` holds every base on the stack and ends in a name that begins at
  // `name_at`.
  bool ignores(std::string_view path, std::size_t name_at,
               bool is_directory) const;

 private:
  struct Level {
    std::size_t base;
    IgnoreFile file;
  };
  std::vector<Level> files_;
  std::vector<Level> excludes_;
};

}  // namespace sluice
