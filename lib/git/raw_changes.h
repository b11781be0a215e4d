// Reads what git's commands for differences print with --raw -z: the change of
// one file, with the names of blobs and without text.
// Thread-safety: pure functions and plain values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "git/object_id.h"

namespace sluice {

enum class GitMode : unsigned {
  kNone = 0,
  kSymlink = 0120000,
  kSubmodule = 0160000,
};

struct RawChange {
  unsigned mode = 0;  // the new one; GitMode::kNone if deleted
  ObjectId blob;      // the new one; names none if git does not have it yet
  // in each parent; names none if the file is not there
  std::vector<ObjectId> old;
  char status = '\0';     // 'A', 'M', 'D', 'R', 'T', 'U'
  std::string_view path;  // where it is now; in the text that was read

  bool is(GitMode kind) const { return mode == static_cast<unsigned>(kind); }
};

// Takes the next change off the head of `*text`, both its plain form and the
// combined one of merges. Nothing if no change begins there.
std::optional<RawChange> take_raw_change(std::string_view* text);

}  // namespace sluice
