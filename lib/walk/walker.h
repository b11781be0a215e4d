// Finds the files to scan: one thread, depth first, each directory's entries in
// the order of their bytes, so that the same tree always gives the same
// sequence.
// Thread-safety: a walk runs on the calling thread alone.
#pragma once

#include <string_view>

#include "finding/finding.h"
#include "fs/file_system.h"
#include "walk/named_paths.h"

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
  // of its own: it may then be a pipe or a symbolic link. False ends the walk.
  // Both strings are valid during the call alone.
  virtual bool file(std::string_view root, std::string_view path,
                    bool named) = 0;

  // Something is left out.
  virtual void skip(Skip reason) = 0;

  // A directory could not be read, or not to its end, or an ignore file could
  // not be read and is not followed. `reason` says which, and why, in the
  // system's words. False ends the walk.
  virtual bool problem(std::string_view root, std::string_view path,
                       std::string_view reason) = 0;
};

// Walks `named` in the order given. Symbolic links are followed where the user
// named them, nowhere else.
//
// Names: if one path is given and it is a directory, it is the `root` of all
// its files ("src/", "" for "."); else `root` is empty and `path` begins with
// the path as named. "./" in front is left out, and so are slashes at the end.
//
// Overlaps: whatever the paths are and however they lead there, a file comes
// once, at the first place that the walk meets it. Named paths are never left
// out: one that is ignored, or excluded, where it lies below another named path
// is walked all the same.
//
// Ignore files, from the highest rank: .sluiceignore and then .gitignore of the
// deepest directory, those of the directory above, and so on up to the path
// that was asked for; then .git/info/exclude of the repositories whose roots
// lie on that way. The first in which a pattern matches decides. No .git is
// needed for a .gitignore to count, and a repository below another one is
// subject to both. What lies in an ignored directory is not looked at.
void walk(const FileSystem& fs, NamedPaths named, const WalkOptions& options,
          WalkSink& sink);

}  // namespace sluice
