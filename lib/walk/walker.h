// Finds the files to scan: one thread, depth first, each directory's entries in
// the order of their bytes, so that the same tree always gives the same
// sequence.
// Thread-safety: a walk runs on the calling thread alone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "finding/finding.h"
#include "fs/file_system.h"

namespace sluice {

struct WalkOptions {
  // Follow .gitignore, .git/info/exclude and .sluiceignore.
  bool ignore_files = true;
};

// Receives what the walk meets, in its order.
class WalkSink {
 public:
  virtual ~WalkSink() = default;

  // A file to scan at `root` + `path`. `named` if the user gave it as a path
  // of its own. False ends the walk.
  virtual bool file(std::string_view root, std::string_view path,
                    bool named) = 0;

  // Something is left out.
  virtual void skip(Skip reason) = 0;

  // A directory could not be read, or not to its end. False ends the walk.
  virtual bool problem(std::string_view root, std::string_view path,
                       std::string_view reason) = 0;
};

// Walks `paths` in the order given; a path given twice is walked once. Fails,
// before anything is given to `sink`, if one of them does not exist.
Result<void> walk(const FileSystem& fs, const std::vector<std::string>& paths,
                  const WalkOptions& options, WalkSink& sink);

}  // namespace sluice
