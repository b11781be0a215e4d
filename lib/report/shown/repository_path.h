// Paths for the programs that show a report beside the code: relative to the
// root of the repository, and as a URI.
// Thread-safety: pure functions.
#pragma once

#include <string>
#include <string_view>

namespace sluice {

// The place of a report's paths in their repository. All members are empty if
// the paths are relative to its root, or if there is no repository.
struct RepositoryBase {
  // The prefix of a relative path: "src/" if `src` was scanned.
  std::string prefix;
  // The root itself, from "/" and with a slash at its end. It is removed from
  // an absolute path.
  std::string root;
};

// Returns a path of a report relative to the repository's root, in bytes. A
// path outside the repository is returned unchanged.
std::string repository_path(const RepositoryBase& place, std::string_view path);

// Percent-encoded, so that nothing in it has a meaning but the slashes; one
// from "/" becomes a "file" URI.
std::string uri_of(std::string_view path);

}  // namespace sluice
