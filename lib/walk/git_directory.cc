// git's own test (is_git_directory() in its setup.c): a HEAD that points into
// refs/ or contains the name of an object, and the directories objects/ and
// refs/, which a worktree shares with the repository that its `commondir`
// names.
#include "walk/git_directory.h"

#include <algorithm>
#include <string_view>

#include "fs/foreign_file.h"

namespace sluice {
namespace {

constexpr std::size_t kMaxBytes = 64 * 1024;

std::optional<std::string> first_line(const FileSystem& fs, int at,
                                      const std::string& path) {
  Result<std::string> text = read_linked_file(fs, at, path, kMaxBytes);
  if (!text) return std::nullopt;
  text->resize(std::min(text->find('\n'), text->size()));
  if (text->ends_with('\r')) text->pop_back();
  return *std::move(text);
}

std::string joined(const std::string& directory, const std::string& path) {
  return path.starts_with('/') ? path : directory + "/" + path;
}

bool is_directory(const FileSystem& fs, int at, const std::string& path) {
  const Result<FileStatus> status = fs.status(at, path);
  return status && status->kind == FileKind::kDirectory;
}

bool is_head(const FileSystem& fs, int at, const std::string& path) {
  const Result<FileStatus> link = fs.link_status(at, path);
  if (!link) return false;
  // In old versions, HEAD was a link to the branch, which need not exist yet.
  if (link->kind == FileKind::kSymlink) return true;
  const std::optional<std::string> line = first_line(fs, at, path);
  if (!line) return false;
  std::string_view text = *line;
  if (text.starts_with("ref:")) {
    text.remove_prefix(4);
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    return text.starts_with("refs/");
  }
  constexpr std::size_t kObjectName = 40;
  return text.find_first_not_of("0123456789abcdefABCDEF") >= kObjectName &&
         text.size() >= kObjectName;
}

}  // namespace

std::optional<std::string> common_git_directory(const FileSystem& fs,
                                                int root) {
  std::string directory = ".git";
  const Result<FileStatus> status = fs.status(root, directory);
  if (!status) return std::nullopt;
  if (status->kind == FileKind::kRegular) {
    const std::optional<std::string> line = first_line(fs, root, directory);
    constexpr std::string_view kMark = "gitdir: ";
    if (!line || !line->starts_with(kMark)) return std::nullopt;
    directory = line->substr(kMark.size());
  } else if (status->kind != FileKind::kDirectory) {
    return std::nullopt;
  }
  std::string common = directory;
  if (const auto shared = first_line(fs, root, directory + "/commondir"))
    common = joined(directory, *shared);
  // git would read anything there, even a device without an end.
  else if (fs.link_status(root, directory + "/commondir"))
    return std::nullopt;
  if (!is_head(fs, root, directory + "/HEAD") ||
      !is_directory(fs, root, common + "/objects") ||
      !is_directory(fs, root, common + "/refs"))
    return std::nullopt;
  return common;
}

bool is_git_directory(const FileSystem& fs, int directory) {
  return is_head(fs, directory, "HEAD") &&
         is_directory(fs, directory, "objects") &&
         is_directory(fs, directory, "refs");
}

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
