// Finds the files to scan: one thread, depth first, each directory's entries in
// the order of their bytes, so that the same tree always gives the same
// sequence.
// Thread-safety: a walk runs on the calling thread alone.
#pragma once

#include "finding/finding.h"
#include "fs/file_system.h"
#include "walk/named_paths.h"
#include "walk/walk_options.h"
#include "walk/walk_sink.h"

namespace sluice {

// Walks `named` in the order given; docs/IGNORE.md says what is left out.
// Symbolic links are followed where the user named them, and elsewhere if the
// options say so. Gives which ignore files left out how much.
//
// Names: if one path is given and it is a directory, what is reported of its
// files is relative to it; else it begins with the path as named. "./" in front
// is left out, and so are slashes at the end.
//
// Overlaps: whatever the paths are and however they lead there, a file comes
// once, at the first place that the walk meets it. Ignore files never leave out
// a named path: one that lies ignored below another named path is walked all
// the same.
IgnoreFileCounts walk(const FileSystem& fs, NamedPaths named,
                      const WalkOptions& options, WalkSink& sink);

}  // namespace sluice
