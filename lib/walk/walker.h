// Finds the files to scan. One thread walks depth first, each directory's
// entries in the order of their bytes, so that the same tree always gives the
// same sequence.
// Thread-safety: a walk runs only on the calling thread.
#pragma once

#include "finding/finding.h"
#include "fs/file_system.h"
#include "walk/named_paths.h"
#include "walk/walk_options.h"
#include "walk/walk_sink.h"

namespace sluice {

// Walks `named` in the given order. docs/IGNORE.md says what is skipped.
// Symbolic links are followed if the user named them, elsewhere only if the
// options say so. Returns how much each ignore file excluded.
//
// Names: if there is one path and it is a directory, the reported paths of its
// files are relative to it. Otherwise they begin with the path as it was named,
// without "./" at its beginning and slashes at its end.
//
// Overlaps: whatever the paths are and however they lead there, a file comes
// once, at the first place where the walk meets it. Ignore files never exclude
// a named path: a named path that is ignored below another named path is
// walked, too.
IgnoreFileCounts walk(const FileSystem& fs, NamedPaths named,
                      const WalkOptions& options, WalkSink& sink);

}  // namespace sluice
