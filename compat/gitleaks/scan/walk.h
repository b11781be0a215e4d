// Walks the files below a target that gitleaks reads.
// Thread-safety: a walk runs on the calling thread.
#pragma once

#include <string>
#include <string_view>

#include "fs/file_system.h"
#include "gitleaks/detector/rules.h"
#include "gitleaks/report/results.h"

namespace sluice {

class GitleaksWalkSink {
 public:
  virtual ~GitleaksWalkSink() = default;
  // A file to scan; `symlink` is the link that led to it, or empty. False ends
  // the walk.
  virtual bool file(std::string path, std::string symlink) = 0;
  virtual void skip(GitleaksSkip reason) = 0;
  virtual void problem(std::string_view path, std::string_view reason) = 0;
};

struct GitleaksWalkOptions {
  // Scan the files that symbolic links lead to; links to directories are
  // passed over all the same.
  bool follow_symlinks = false;
};

// Walks in the order of names, depth first. A directory that matches a path of
// a global allowlist is skipped with everything below it; the workers decide
// about files. No .gitignore is read here. A target that is a link counts as a
// link, unless its name ends in a slash.
void walk_leaks(const FileSystem& fs, const std::string& target,
                const GitleaksRules& rules, const GitleaksWalkOptions& options,
                GitleaksWalkSink& sink);

}  // namespace sluice
