// Paths for the programs that show a report beside the code: relative to the
// root of the repository, and as a URI.
// Thread-safety: pure functions.
#pragma once

#include <string>
#include <string_view>

namespace sluice {

// Where the paths of a report stand in their repository. All empty: they are
// relative to its root, or there is none.
struct RepositoryBase {
  // What comes before a relative path: "src/" if `src` was scanned.
  std::string prefix;
  // The root itself, from "/" and with a slash at its end: what is taken off an
  // absolute path.
  std::string root;
};

// A path of a report, relative to the repository's root if it lies below that.
// Bytes, as the path. What leads out of the repository stays as it was.
std::string repository_path(const RepositoryBase& place, std::string_view path);

// Percent-encoded, so that nothing in it has a meaning but the slashes; one
// from "/" becomes a "file" URI.
std::string uri_of(std::string_view path);

}  // namespace sluice
