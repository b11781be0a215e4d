#include "sluice/report/report_place.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>

#include "fs/file_system.h"
#include "walk/git_directory.h"

namespace sluice {
namespace {

// Returns the absolute path with a slash at its end; nothing if there is no
// such directory.
std::optional<std::string> real_directory(const std::string& path) {
  const Result<std::string> real = posix_file_system().real_path(path);
  if (!real) return std::nullopt;
  return *real == "/" ? "/" : *real + "/";
}

// Returns the directory that the paths of a report are relative to.
std::optional<std::string> base_of(const std::vector<std::string>& paths) {
  if (paths.size() == 1) {
    const Result<FileStatus> status = posix_file_system().status(paths.front());
    if (status && status->kind == FileKind::kDirectory)
      return real_directory(paths.front());
  }
  return real_directory(".");
}

bool is_repository_root(const FileSystem& fs, const std::string& directory) {
  const Result<int> opened =
      fs.open_directory(kWorkingDirectory, directory, Links::kFollow);
  if (!opened) return false;
  const bool is_root = common_git_directory(fs, *opened).has_value();
  fs.close(*opened);
  return is_root;
}

std::string glob_of(std::string_view path) {
  std::string glob;
  for (const char c : path) {
    if (std::string_view("*?[]\\ ").find(c) != std::string_view::npos)
      glob += '\\';
    glob += c;
  }
  return glob;
}

}  // namespace

RepositoryBase repository_place(const std::vector<std::string>& paths) {
  const std::optional<std::string> base = base_of(paths);
  if (!base) return {};
  // Goes up from the directory itself. `root` begins and ends with a slash.
  for (std::string root = *base;;
       root.resize(root.rfind('/', root.size() - 2) + 1)) {
    if (is_repository_root(posix_file_system(), root))
      return {base->substr(root.size()), root};
    if (root == "/") return {};
  }
}

Result<void> refuse_scanned_links(const std::string& path,
                                  const std::vector<std::string>& scanned) {
  if (path.starts_with("/dev/") || path.starts_with("/proc/")) return {};
  std::vector<std::string> roots;
  for (const std::string& one : scanned)
    if (auto root = real_directory(one)) roots.push_back(*std::move(root));
  for (std::size_t end = 0; end != std::string::npos;) {
    const std::size_t begin = end;
    end = path.find('/', begin);
    const std::string link = path.substr(0, end);
    if (end != std::string::npos) ++end;
    std::error_code error;
    if (link.empty() || !std::filesystem::is_symlink(link, error)) continue;
    const auto holder =
        real_directory(begin == 0 ? "." : path.substr(0, begin));
    if (!holder || std::ranges::none_of(roots, [&](const std::string& root) {
          return holder->starts_with(root);
        }))
      continue;
    return fail(ErrorCode::kUsage,
                "cannot write the report {}: {} is a symbolic link in what is "
                "scanned; name the file that it leads to",
                path, link);
  }
  return {};
}

std::vector<std::string> own_report_globs(
    const std::vector<ReportRequest>& requests,
    const std::vector<std::string>& paths) {
  std::vector<std::string> globs;
  const std::optional<std::string> base = base_of(paths);
  for (const ReportRequest& request : requests) {
    if (request.path.empty() || !base) continue;
    const std::size_t slash = request.path.rfind('/');
    const std::size_t name = slash == std::string::npos ? 0 : slash + 1;
    const std::optional<std::string> directory =
        real_directory(name == 0 ? "." : request.path.substr(0, name));
    if (!directory || !directory->starts_with(*base)) continue;
    const std::string_view inside =
        std::string_view(*directory).substr(base->size());
    const std::string file = glob_of(request.path.substr(name));
    const std::string before = "/" + glob_of(inside);
    globs.push_back(before + file);
    // The unfinished report, if it has a name (report/output/report_file.cc).
    globs.push_back(before + "." + file + ".????????");
  }
  return globs;
}

}  // namespace sluice
