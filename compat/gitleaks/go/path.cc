#include "gitleaks/go/path.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <vector>

namespace sluice {
namespace {

std::vector<std::string_view> parts_of(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const std::size_t size = std::min(path.find('/'), path.size());
    if (size > 0) parts.push_back(path.substr(0, size));
    path.remove_prefix(std::min(size + 1, path.size()));
  }
  return parts;
}

std::string join(bool absolute, const std::vector<std::string_view>& parts) {
  std::string path = absolute ? "/" : "";
  for (const std::string_view part : parts) {
    if (!path.empty() && path.back() != '/') path += '/';
    path += part;
  }
  return path.empty() ? "." : path;
}

Result<std::string> absolute(std::string_view path) {
  if (path.starts_with('/')) return clean_go_path(path);
  std::array<char, PATH_MAX> here{};
  if (::getcwd(here.data(), here.size()) == nullptr)
    return fail_errno(errno, "the current directory");
  return join_go_path(here.data(), path);
}

}  // namespace

std::string clean_go_path(std::string_view path) {
  const bool is_absolute = path.starts_with('/');
  std::vector<std::string_view> kept;
  for (const std::string_view part : parts_of(path)) {
    if (part == ".") continue;
    if (part != "..") {
      kept.push_back(part);
    } else if (!kept.empty() && kept.back() != "..") {
      kept.pop_back();
    } else if (!is_absolute) {
      kept.push_back(part);
    }
  }
  return join(is_absolute, kept);
}

std::string join_go_path(std::string_view directory, std::string_view below) {
  if (directory.empty()) return clean_go_path(below);
  std::string path(directory);
  path += '/';
  path += below;
  return clean_go_path(path);
}

Result<std::string> relative_go_path(std::string_view from,
                                     std::string_view path) {
  SLUICE_TRY_ASSIGN(const std::string base, absolute(from));
  SLUICE_TRY_ASSIGN(const std::string target, absolute(path));
  const std::vector<std::string_view> down = parts_of(target);
  const std::vector<std::string_view> up = parts_of(base);
  const auto [differs_down, differs_up] =
      std::mismatch(down.begin(), down.end(), up.begin(), up.end());
  std::vector<std::string_view> way(
      static_cast<std::size_t>(up.end() - differs_up), "..");
  way.insert(way.end(), differs_down, down.end());
  return join(false, way);
}

Result<std::string> resolve_links(std::string_view path) {
  constexpr int kMaxLinks = 255;  // as in Go
  std::string rest(path);
  std::string done = rest.starts_with('/') ? "/" : "";
  for (int links = 0;;) {
    rest.erase(0, std::min(rest.find_first_not_of('/'), rest.size()));
    if (rest.empty()) return clean_go_path(done);
    const std::size_t size = std::min(rest.find('/'), rest.size());
    const std::string part = rest.substr(0, size);
    rest.erase(0, size);
    if (part == ".") continue;
    std::string next = done;
    if (!next.empty() && next.back() != '/') next += '/';
    next += part;
    if (part == "..") {  // of a path without links, so cleaning is right
      done = clean_go_path(next);
      continue;
    }
    struct stat st;
    if (::lstat(next.c_str(), &st) != 0) return fail_errno(errno, next);
    if (!S_ISLNK(st.st_mode)) {
      done = next;
      continue;
    }
    if (++links > kMaxLinks) return fail_errno(ELOOP, next);
    std::array<char, PATH_MAX> target{};
    const ssize_t got = ::readlink(next.c_str(), target.data(), target.size());
    if (got < 0) return fail_errno(errno, next);
    rest.insert(0, target.data(), static_cast<std::size_t>(got));
    if (rest.starts_with('/')) done = "/";
  }
}

}  // namespace sluice
