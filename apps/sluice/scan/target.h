// A place that a person names: a fingerprint, FILE:LINE, or a path.
// Thread-safety: plain values and functions that ask the file system.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace sluice {

struct Target {
  std::string text;         // as it was given
  std::string fingerprint;  // or empty
  std::string path;         // below the current directory; empty for itself
  std::uint64_t line = 0;   // 0 means all lines

  // Whether `other` is the path, a member of that archive, or below it.
  bool is_in(std::string_view other) const;

  // Returns the path on the disk: that of the archive, for a member of one.
  std::string file() const;
};

// Errors: kUsage, for a path outside of the current directory.
Result<Target> read_target(const std::string& text);

// Errors: the same, and for an empty list.
Result<std::vector<Target>> read_targets(const std::vector<std::string>& texts,
                                         std::string_view command);

// Whether there is anything at the path, a broken link too.
bool is_on_disk(const std::string& path);

}  // namespace sluice
