// The files that gitleaks looks at below a target.
// Thread-safety: a walk runs on the calling thread alone.
#pragma once

#include <string>
#include <string_view>

#include "fs/file_system.h"
#include "gitleaks/detector/rules.h"
#include "gitleaks/report/coverage.h"

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

// In the order of their names, depth first. Directories that a path of a global
// allowlist fits are passed over with all below; the workers decide about
// files. There is no .gitignore here. A target that is a link counts as one,
// unless a slash stands behind it.
void walk_leaks(const FileSystem& fs, const std::string& target,
                const GitleaksRules& rules, const GitleaksWalkOptions& options,
                GitleaksWalkSink& sink);

}  // namespace sluice
