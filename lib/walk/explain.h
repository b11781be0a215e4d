// Explains why a walk scans a path, or skips it.
// Thread-safety: runs only on the calling thread.
#pragma once

#include <cstdint>
#include <string>

#include "base/error.h"
#include "finding/finding.h"
#include "fs/file_system.h"
#include "walk/named_paths.h"
#include "walk/walk_options.h"

namespace sluice {

struct Explanation {
  bool scanned = false;  // a file is; of a directory, that the walk enters it
  bool named = false;    // because the user named it
  bool tracked = false;  // because git tracks it, despite the rule
  Skip reason = Skip::kIgnored;  // if it is not scanned
  // The directory above the path that was skipped, as in reports; empty if the
  // path itself was skipped.
  std::string left_out_with;
  // The rule that matched, if one did: the file, the line (from 1), its text.
  std::string file;
  std::uint32_t line = 0;
  std::string pattern;
};

// `path` is one that a walk of `named` could meet. Errors: kNotFound if there
// is nothing at the path, or if no named path contains it; kIo if a directory
// in the path, or an ignore file, cannot be read.
Result<Explanation> explain(const FileSystem& fs, const NamedPaths& named,
                            const WalkOptions& options,
                            const std::string& path);

}  // namespace sluice
