// The options of a walk.
// Thread-safety: plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "finding/shard.h"
#include "git/git.h"
#include "walk/member_ignores.h"
#include "walk/path_filter.h"

namespace sluice {

struct WalkOptions {
  // Follow .gitignore, git's exclude files and .sluiceignore.
  bool ignore_files = true;
  // With `ignore_files`: follow .sluiceignore, which also excludes what git
  // tracks.
  bool sluice_ignore = true;
  // With `ignore_files`: outside of a repository, .gitignore counts for nothing, as
  // for git.
  bool require_git = false;
  // The git that answers questions about repositories. Null if there is none.
  // Used together with `ignore_files`.
  const Git* git = nullptr;
  // The walk stops waiting for git once this is raised. May be null.
  const Interrupt* interrupt = nullptr;
  PathFilter filter{};
  // Receives the .sluiceignore files with lines about members of archives. May
  // be null.
  MemberIgnores* member_ignores = nullptr;
  // Follow symbolic links. A file or directory that was reached once, by any
  // path, is passed over from then on.
  bool follow = false;
  // Stay on the filesystem of each named directory.
  bool one_filesystem = false;
  // Count only the ignore files in this shard. Nothing means all.
  std::optional<Shard> shard{};
  // 0 means only the named paths, 1 also their entries, and so on.
  std::size_t max_depth = std::numeric_limits<std::size_t>::max();
  // Skip files of more bytes, unless they are named. The walk asks for the size
  // of each file only if this is set.
  std::uint64_t max_file_size = kAnySize;

  static constexpr std::uint64_t kAnySize =
      std::numeric_limits<std::uint64_t>::max();
};

}  // namespace sluice
