#include "policy/policy_source.h"

#include <fmt/core.h>

#include <cerrno>
#include <utility>

#include "fs/open_file.h"

namespace sluice {

// Directories are joined as gitleaks joins them, so that the name is the one
// that the scan will see.
std::string PolicySource::name_of(std::string_view path) const {
  if (!revision.empty()) return fmt::format("{}:{}", revision, path);
  if (directory.empty() || directory == ".") return std::string(path);
  return fmt::format("{}{}{}", directory, directory.ends_with('/') ? "" : "/",
                     path);
}

PolicySource place_in_tree(const FileSystem& fs, std::string directory) {
  PolicySource place{.origin = PolicyOrigin::kTree,
                     .directory = std::move(directory),
                     .revision = {},
                     .read = nullptr};
  place.read = [&fs, top = place.directory](
                   const std::string& path,
                   std::size_t most) -> Result<std::string> {
    const Result<int> open = fs.open_directory(
        kWorkingDirectory, top.empty() ? "." : top, Links::kFollow);
    if (!open)
      return tl::unexpected<Error>(
          {ErrorCode::kNotFound, open.error().message, ENOENT});
    const OpenFile closes(fs, *open, true);
    return read_foreign_file(fs, *open, path, most);
  };
  return place;
}

}  // namespace sluice
