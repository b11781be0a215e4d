// The paths that the user named: cleaned, and identified so that none is walked
// twice, whatever path leads to it.
// Thread-safety: used by one thread.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "fs/file_system.h"

namespace sluice {

// Returns the path without "./" at its beginning, and without slashes and "/."
// at its end. "" means the current directory; "/" stays.
std::string_view clean_path(std::string_view path);

struct NamedPath {
  std::string path;  // cleaned
  FileKind kind;     // of its target; never kSymlink
  FileIdentity identity;
  std::size_t place;  // for NamedPaths::take()
};

class NamedPaths {
 public:
  static constexpr std::size_t kNoPlace = static_cast<std::size_t>(-1);

  // A path of a list that cannot be examined.
  struct Missing {
    std::string path;
    std::string reason;
  };

  // Fails with kNotFound if one of `paths` does not exist, and with kIo if it
  // cannot be examined. The message names it. Paths of `listed`, which come
  // after them, are noted as missing instead, because a list may be older than
  // the tree.
  static Result<NamedPaths> resolve(
      const FileSystem& fs, const std::vector<std::string>& paths,
      const std::vector<std::string>& listed = {});

  // In the given order, with paths that were given twice.
  const std::vector<NamedPath>& paths() const { return paths_; }
  const std::vector<Missing>& missing() const { return missing_; }

  // The number of directories among them.
  std::size_t directories() const;

  // Whether a named path is somewhere below this directory, so that a walk of
  // the directory has to look for it.
  bool lies_above(const FileIdentity& directory) const;

  // The place of a named directory, or of a named entry of a directory that is
  // not a directory itself. kNoPlace if it is not named.
  std::size_t find_directory(const FileIdentity& directory) const;
  std::size_t find_entry(const FileIdentity& directory,
                         std::string_view name) const;

  // Returns true the first time for each place.
  bool take(std::size_t place);

 private:
  using Key = std::pair<unsigned long long, unsigned long long>;
  static Key key_of(const FileIdentity& identity) {
    return {identity.device, identity.inode};
  }

  void add(const std::string& path, const FileStatus& status);
  void find_places(const FileSystem& fs);
  void note_ancestors(const FileSystem& fs, std::string directory);

  std::vector<NamedPath> paths_;
  std::vector<Missing> missing_;
  std::vector<bool> taken_;  // by place
  std::map<Key, std::size_t> directories_;
  std::map<std::pair<Key, std::string>, std::size_t> entries_;
  std::set<Key> above_;  // the directories above named paths
};

}  // namespace sluice
