// How overlaps are found. Comparing the strings is not enough (symbolic links,
// "a/..", absolute and relative paths). The identity of every file of a walk
// would cost a stat for each. So this is done once, only for the named paths:
//
//  - A named directory is identified by its device and inode.
//  - Anything else is identified by its directory's identity and its name
//    there. So two hard links to a file are two paths, and both are scanned.
//  - For each named path, the directories above it are noted, by the status of
//    "..", "../.." and so on. These are right, whatever links the path
//    contains.
//
// A walk in one of the noted directories reads the identity of each directory
// below it, and so meets the named paths. Everywhere else, and so with a single
// path, it reads none.
#include "walk/named_paths.h"

#include <cerrno>
#include <optional>

namespace sluice {

std::string_view clean_path(std::string_view path) {
  const auto strip_slashes_behind = [&path] {
    while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  };
  strip_slashes_behind();
  while (path.size() > 2 && path.ends_with("/.")) {
    path.remove_suffix(1);
    strip_slashes_behind();
  }
  if (path == "/.") return "/";
  while (path.starts_with("./")) {
    path.remove_prefix(2);
    while (path.starts_with('/')) path.remove_prefix(1);
  }
  return path == "." ? "" : path;
}

Result<NamedPaths> NamedPaths::resolve(const FileSystem& fs,
                                       const std::vector<std::string>& paths,
                                       const std::vector<std::string>& listed) {
  NamedPaths named;
  for (const std::string& path : paths) {
    // The path as it was written, because "file/" must fail.
    const Result<FileStatus> status = fs.status(path);
    if (!status) {
      const int reason = status.error().sys_errno;
      if (reason == ENOENT || reason == ENOTDIR)
        return fail(ErrorCode::kNotFound, "no such path: {}", path);
      return fail_errno(reason, path);
    }
    named.add(path, *status);
  }
  for (const std::string& path : listed) {
    if (const Result<FileStatus> status = fs.status(path))
      named.add(path, *status);
    else
      named.missing_.push_back({path, status.error().message});
  }
  named.taken_.resize(named.paths_.size());
  if (named.paths_.size() > 1) named.find_places(fs);
  return named;
}

void NamedPaths::add(const std::string& path, const FileStatus& status) {
  paths_.push_back({std::string(clean_path(path)), status.kind, status.identity,
                    paths_.size()});
}

std::size_t NamedPaths::directories() const {
  return directories_.empty() ? 1 : directories_.size();
}

void NamedPaths::find_places(const FileSystem& fs) {
  bool any_directory = false;
  for (NamedPath& named : paths_) {
    if (named.kind != FileKind::kDirectory) continue;
    any_directory = true;
    named.place =
        directories_.emplace(key_of(named.identity), named.place).first->second;
  }
  if (any_directory) {
    for (const auto& named : paths_)
      if (named.kind == FileKind::kDirectory)
        note_ancestors(fs, named.path.empty() ? ".." : named.path + "/..");
  }
  // Many named files have few directories.
  std::map<std::string, std::optional<FileIdentity>> parents;
  for (NamedPath& named : paths_) {
    if (named.kind == FileKind::kDirectory) continue;
    const std::size_t slash = named.path.rfind('/');
    const bool bare = slash == std::string::npos;
    const std::string parent = bare         ? "."
                               : slash == 0 ? "/"
                                            : named.path.substr(0, slash);
    const auto [known, is_new] = parents.try_emplace(parent);
    if (is_new) {
      if (const Result<FileStatus> status = fs.status(parent))
        known->second = status->identity;
      if (any_directory) note_ancestors(fs, parent);
    }
    // Without its directory's identity, a file is taken by itself.
    if (!known->second) continue;
    const std::string name = bare ? named.path : named.path.substr(slash + 1);
    named.place =
        entries_.emplace(std::pair(key_of(*known->second), name), named.place)
            .first->second;
  }
}

void NamedPaths::note_ancestors(const FileSystem& fs, std::string directory) {
  // Above the root is the root itself, which ends the loop. So does any
  // directory that was met before, because everything above it is already
  // noted.
  for (;; directory += "/..") {
    const Result<FileStatus> status = fs.status(directory);
    if (!status || !above_.insert(key_of(status->identity)).second) return;
  }
}

bool NamedPaths::lies_above(const FileIdentity& directory) const {
  return above_.count(key_of(directory)) != 0;
}

std::size_t NamedPaths::find_directory(const FileIdentity& directory) const {
  const auto found = directories_.find(key_of(directory));
  return found == directories_.end() ? kNoPlace : found->second;
}

std::size_t NamedPaths::find_entry(const FileIdentity& directory,
                                   std::string_view name) const {
  const auto found =
      entries_.find(std::pair(key_of(directory), std::string(name)));
  return found == entries_.end() ? kNoPlace : found->second;
}

bool NamedPaths::take(std::size_t place) {
  if (taken_[place]) return false;
  taken_[place] = true;
  return true;
}

}  // namespace sluice
