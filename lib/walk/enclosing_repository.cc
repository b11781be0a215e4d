#include "walk/enclosing_repository.h"

#include <algorithm>
#include <string_view>

#include "walk/git_directory.h"

namespace sluice {
namespace {

std::optional<std::string> git_directory_of(const FileSystem& fs,
                                            const std::string& directory) {
  if (!fs.link_status(directory + "/.git")) return std::nullopt;
  const Result<int> fd =
      fs.open_directory(kWorkingDirectory, directory, Links::kFollow);
  if (!fd) return std::nullopt;
  std::optional<std::string> found = common_git_directory(fs, *fd);
  fs.close(*fd);
  return found;
}

}  // namespace

std::optional<EnclosingRepository> enclosing_repository(
    const FileSystem& fs, const std::string& directory,
    unsigned long long device) {
  const Result<std::string> real = fs.real_path(directory);
  if (!real) return std::nullopt;
  if (auto git_directory = git_directory_of(fs, *real))
    return EnclosingRepository{*real, std::move(*git_directory), ""};
  for (std::size_t end = real->size(); end > 1;) {
    end = real->rfind('/', end - 1);
    std::string root = real->substr(0, std::max<std::size_t>(end, 1));
    std::string inside = real->substr(std::min(end + 1, real->size())) + "/";
    if (inside.starts_with(".git/")) return std::nullopt;
    const Result<FileStatus> status = fs.status(root);
    if (!status || status->identity.device != device) return std::nullopt;
    if (auto git_directory = git_directory_of(fs, root))
      return EnclosingRepository{std::move(root), std::move(*git_directory),
                                 std::move(inside)};
  }
  return std::nullopt;
}

}  // namespace sluice
