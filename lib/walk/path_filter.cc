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

bool PathFilter::excludes_below(std::string_view path, std::size_t from) const {
  if (!has_excludes()) return false;
  if (excludes(path, false)) return true;
  for (std::size_t slash = path.find('/', from); slash != path.npos;
       slash = path.find('/', slash + 1))
    if (excludes(path.substr(0, slash), true)) return true;
  return false;
}

bool PathFilter::includes(std::string_view path, bool is_directory) const {
  return !includes_ || matches(include_, path, is_directory);
}

}  // namespace sluice
