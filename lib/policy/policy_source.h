// The place of the foreign files of a policy (the configuration, baselines and
// ignore files that the scanned tree brings): the tree, its index or a
// revision.
// Thread-safety: a plain value; `read` may be called by one thread at a time.
#pragma once

#include <string>
#include <string_view>

#include "fs/foreign_file.h"
#include "rules/policy.h"

namespace sluice {

struct PolicySource {
  PolicyOrigin origin = PolicyOrigin::kTree;
  std::string directory;  // as it was named: of kTree; "." is the working one
  std::string revision;   // of kRevision
  ForeignFiles read;

  // The file at `path` from the top, as messages name it: "src/.sluice.toml",
  // "main:.sluice.toml".
  std::string name_of(std::string_view path) const;
};

// The tree at `directory` on the disk. A directory that cannot be opened has no
// files here; the scan of it reports the error. `fs` must outlive the place.
PolicySource place_in_tree(const FileSystem& fs, std::string directory);

}  // namespace sluice
