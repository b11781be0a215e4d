// The files of a repository that are not scanned, because .sluiceignore files,
// of the working tree or of another version of it, or the command line exclude
// them. A .gitignore does not count: it is about files that git does not track,
// and a history has none of these.
// Thread-safety: used by one thread. Memory: a little for each directory.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "finding/finding.h"
#include "fs/foreign_file.h"
#include "ignore/ignore_file.h"
#include "walk/ignored_by.h"
#include "walk/member_ignores.h"
#include "walk/path_filter.h"

namespace sluice {

class LeftOut {
 public:
  // `files` has the ignore files, by their paths from the top. It may be null;
  // then ignore files do not count. Their lines about members of archives go to
  // `*members`, which must outlive this. The paths that an ignore file excludes
  // are counted in the shard of that file.
  LeftOut(ForeignFiles files, PathFilter filter, MemberIgnores* members,
          const std::optional<Shard>& shard = {})
      : files_(std::move(files)),
        filter_(std::move(filter)),
        members_(members),
        shard_(shard),
        ignored_by_(shard) {}

  // Whether the file at `path` is excluded. If so, counts it if it belongs to
  // the shard.
  bool has(std::string_view path, bool is_own = true);
  // The same, and counts nothing.
  bool leaves_out(std::string_view path) {
    return why_not(path, nullptr) != Why::kNot;
  }

  // Adds the counts to `*coverage`.
  void close(Coverage* coverage) const;

 private:
  enum class Why : unsigned char { kNot, kIgnored, kExcluded };
  struct NamedFile {
    IgnoreFile lines;
    std::string name;
  };
  struct Directory {
    Why why = Why::kNot;
    // Null if the directory has no file with patterns.
    std::unique_ptr<const NamedFile> file;
  };

  const Directory& directory(std::string_view path);
  // Sets `*by` to the ignore file that decides.
  Why why_not(std::string_view path, const NamedFile** by);
  Why decide(std::string_view path, bool is_directory, const Directory& parent,
             const NamedFile** by);

  ForeignFiles files_;
  PathFilter filter_;
  MemberIgnores* members_;
  // By path, with a slash at the end; "" is the top.
  std::map<std::string, Directory, std::less<>> directories_;
  std::optional<Shard> shard_;
  IgnoredBy ignored_by_;
  std::uint64_t ignored_ = 0;
  std::uint64_t excluded_ = 0;
  std::size_t patterns_ = 0;            // of all directories_
  std::vector<Incomplete> unreadable_;  // ignore files, of the shard
  std::uint64_t unread_ = 0;            // of all shards
};

}  // namespace sluice
