// What a walk is to do.
// Thread-safety: plain values.
#pragma once

#include <cstddef>
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
  // The git that is asked about repositories; null: none. Used with
  // `ignore_files`.
  const Git* git = nullptr;
  PathFilter filter{};
  // Where the .sluiceignore files go that speak of members of archives; null:
  // nowhere.
  MemberIgnores* member_ignores = nullptr;
  // Go where symbolic links lead. Whatever was reached once, by any path, is
  // passed over from then on.
  bool follow = false;
  // Stay on the filesystem of each named directory.
  bool one_filesystem = false;
  // Counts are those of the ignore files that are in it; nothing: of all.
  std::optional<Shard> shard{};
  // 0: the named paths alone; 1: what is in them; and so on.
  std::size_t max_depth = std::numeric_limits<std::size_t>::max();
};

}  // namespace sluice
