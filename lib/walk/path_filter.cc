#include "walk/path_filter.h"

#include <algorithm>

namespace sluice {
namespace {

IgnoreFile file_of(const std::vector<std::string>& globs) {
  std::string text;
  for (const std::string& glob : globs) text += glob + "\n";
  return IgnoreFile::parse(std::move(text));
}

bool matches(const IgnoreFile& file, std::string_view path, bool is_directory) {
  // For an absolute path, and one that begins with "../", the rest is matched.
  while (path.starts_with('/') || path.starts_with("../"))
    path.remove_prefix(path.starts_with('/') ? 1 : 3);
  return file.match({path, is_directory}).verdict == IgnoreVerdict::kIgnore;
}

}  // namespace

PathFilter::PathFilter(const std::vector<std::string>& exclude,
                       const std::vector<std::string>& include)
    : exclude_(file_of(exclude)),
      include_(file_of(include)),
      includes_(!include.empty()) {}

bool PathFilter::excludes(std::string_view path, bool is_directory) const {
  return has_excludes() && matches(exclude_, path, is_directory);
}

bool PathFilter::includes(std::string_view path, bool is_directory) const {
  return !includes_ || matches(include_, path, is_directory);
}

}  // namespace sluice
