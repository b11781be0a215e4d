#include "git/special_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace sluice {
namespace {

// The bounds of the search. ChildProcess::kMostIdle deals with a pipe beyond
// them.
constexpr std::size_t kMostEntries = 1'000'000;
constexpr unsigned kMostLevels = 32;
constexpr unsigned kMostIncludes = 10;   // in each other, as in git
constexpr std::size_t kMostTexts = 100;  // settings and lists of alternates
constexpr std::size_t kMostText = 1 << 20;

// Directories of a repository that none of our commands has git read.
constexpr auto kUnread =
    std::to_array<std::string_view>({"hooks", "lfs", "modules", "worktrees"});

// At the top of the working tree, where they are git's, too.
constexpr auto kOfWorkTree = std::to_array<const char*>(
    {".gitattributes", ".gitignore", ".gitmodules", ".mailmap"});

std::optional<struct stat> status_of(int at, const std::string& path) {
  struct stat status {};
  if (::fstatat(at, path.c_str(), &status, 0) != 0) return std::nullopt;
  return status;
}

bool is_special(const struct stat& status) {
  if (S_ISFIFO(status.st_mode) || S_ISBLK(status.st_mode)) return true;
  // /dev/null, which people link to, reads as an empty file.
  return S_ISCHR(status.st_mode) && status.st_rdev != makedev(1, 3);
}

// Returns the head of a regular file, or an empty text. Never waits.
std::string text_of(int at, const std::string& path) {
  const int fd =
      ::openat(at, path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (fd < 0) return {};
  struct stat status {};
  std::string text;
  if (::fstat(fd, &status) == 0 && S_ISREG(status.st_mode)) {
    text.resize(std::min(kMostText, static_cast<std::size_t>(status.st_size)));
    const ssize_t got = ::pread(fd, text.data(), text.size(), 0);
    text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  }
  ::close(fd);
  return text;
}

std::string_view take_line(std::string_view* text) {
  const std::size_t end = std::min(text->find('\n'), text->size());
  std::string_view line = text->substr(0, end);
  text->remove_prefix(std::min(end + 1, text->size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string joined(const std::string& directory, std::string_view path) {
  if (path.starts_with('/') || directory.empty()) return std::string(path);
  return directory + "/" + std::string(path);
}

std::string parent_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

// The file that a line of git's settings names, if it is about one:
//   [include] path = "x"     excludesFile = ~/y
std::string file_named_by(std::string_view line) {
  constexpr std::string_view kBlank = " \t";
  const auto trim = [&](std::string_view text) {
    const std::size_t begin = text.find_first_not_of(kBlank);
    if (begin == std::string_view::npos) return std::string_view();
    return text.substr(begin, text.find_last_not_of(kBlank) + 1 - begin);
  };
  line = trim(line);
  if (line.starts_with('['))
    line.remove_prefix(std::min(line.find(']'), line.size() - 1) + 1);
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos) return {};
  const std::string key(trim(line.substr(0, equals)));
  constexpr auto kKeys = std::to_array<const char*>(
      {"path", "excludesfile", "attributesfile", "file", "orderfile"});
  if (std::ranges::none_of(kKeys, [&](const char* one) {
        return ::strcasecmp(key.c_str(), one) == 0;
      }))
    return {};
  std::string value;
  bool quoted = false;
  line = trim(line.substr(equals + 1));
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"')
      quoted = !quoted;
    else if (!quoted && (line[i] == '#' || line[i] == ';'))
      break;
    else
      value += line[i] == '\\' && i + 1 < line.size() ? line[++i] : line[i];
  }
  value.resize(value.find_last_not_of(kBlank) + 1);
  if (!value.starts_with("~/")) return value;
  const char* const home = std::getenv("HOME");
  return home == nullptr ? std::string() : home + value.substr(1);
}

class Search {
 public:
  Search(const GitWorkdir& place, GitFiles which)
      : at_(place.directory), which_(which) {
    const std::string own = git_directory(place.as_caller);
    if (own.empty()) return;
    std::string_view text;
    const std::string commondir = text_of(at_, own + "/commondir");
    text = commondir;
    const std::string common =
        commondir.empty() ? own : joined(own, take_line(&text));
    look_into(own);
    if (common != own) look_into(common);
    const char* const index =
        place.as_caller ? ::getenv("GIT_INDEX_FILE") : nullptr;
    if (index != nullptr) look_at(index);
    for (const char* name : kOfWorkTree) look_at(top_ + name);
  }

  const std::string& found() const { return found_; }

 private:
  // Finds the directory as git does: GIT_DIR, or that of the nearest directory
  // above. Returns an empty text if there is none. Sets top_.
  std::string git_directory(bool as_caller) {
    const char* const named = as_caller ? std::getenv("GIT_DIR") : nullptr;
    if (named != nullptr) return named;
    std::optional<struct stat> below;
    for (unsigned level = 0; level < 4 * kMostLevels; ++level, top_ += "../") {
      const auto here = status_of(at_, top_.empty() ? "." : top_);
      if (!here || (below && here->st_ino == below->st_ino &&
                    here->st_dev == below->st_dev))
        break;
      below = here;
      const std::string inside = top_ + ".git";
      const auto status = status_of(at_, inside);
      if (status && S_ISREG(status->st_mode)) {
        const std::string text = text_of(at_, inside);
        std::string_view rest = text;
        std::string_view line = take_line(&rest);
        constexpr std::string_view kMark = "gitdir: ";
        if (line.starts_with(kMark))
          return joined(parent_of(inside), line.substr(kMark.size()));
      }
      if (status && S_ISDIR(status->st_mode) && has_head(inside)) return inside;
      const std::string bare = top_ + ".";
      if (has_head(bare) && status_of(at_, bare + "/objects") &&
          status_of(at_, bare + "/refs"))
        return bare;
    }
    top_.clear();
    return {};
  }

  bool has_head(const std::string& directory) const {
    struct stat status {};
    return ::fstatat(at_, (directory + "/HEAD").c_str(), &status,
                     AT_SYMLINK_NOFOLLOW) == 0;
  }

  void look_at(const std::string& path) {
    if (!found_.empty()) return;
    const auto status = status_of(at_, path);
    if (status && is_special(*status)) found_ = path;
  }

  void look_into(const std::string& directory) {
    walk(directory, which_ == GitFiles::kAll ? 0 : kMostLevels - 1);
    if (which_ == GitFiles::kSettings) walk(directory + "/info", kMostLevels);
    for (const char* name : {"/config", "/config.worktree"})
      follow_settings(directory + name, 0);
    if (which_ == GitFiles::kAll) follow_alternates(directory + "/objects", 0);
  }

  // All below a directory; `level` counts up to kMostLevels.
  void walk(const std::string& path, unsigned level) {
    const int fd =
        ::openat(at_, path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    const std::unique_ptr<DIR, int (*)(DIR*)> directory(::fdopendir(fd),
                                                        ::closedir);
    while (const dirent* entry = ::readdir(directory.get())) {
      if (!found_.empty() || left_ == 0) return;
      --left_;
      const std::string_view name = entry->d_name;
      if (name == "." || name == ".." || entry->d_type == DT_REG ||
          entry->d_type == DT_SOCK)
        continue;
      const std::string inside = path + "/" + entry->d_name;
      bool is_directory = entry->d_type == DT_DIR;
      if (!is_directory) {
        const auto status = status_of(at_, inside);
        if (status && is_special(*status)) found_ = inside;
        is_directory = status && S_ISDIR(status->st_mode);
      }
      if (is_directory && level < kMostLevels - 1 &&
          std::ranges::count(kUnread, name) == 0)
        walk(inside, level + 1);
    }
  }

  // The files that settings name, and the settings that they include.
  void follow_settings(const std::string& path, unsigned depth) {
    if (depth > kMostIncludes || texts_left_ == 0) return;
    --texts_left_;
    const std::string text = text_of(at_, path);
    for (std::string_view rest = text; !rest.empty() && found_.empty();) {
      const std::string named = file_named_by(take_line(&rest));
      if (named.empty()) continue;
      const std::string file = joined(parent_of(path), named);
      look_at(file);
      follow_settings(file, depth + 1);
    }
  }

  void follow_alternates(const std::string& objects, unsigned depth) {
    constexpr unsigned kMostAlternates = 5;  // in each other, as in git
    if (depth > kMostAlternates || texts_left_ == 0) return;
    --texts_left_;
    const std::string text = text_of(at_, objects + "/info/alternates");
    for (std::string_view rest = text; !rest.empty() && found_.empty();) {
      const std::string_view line = take_line(&rest);
      if (line.empty() || line.starts_with('#')) continue;
      const std::string other = joined(objects, line);
      walk(other, 0);
      follow_alternates(other, depth + 1);
    }
  }

  const int at_;
  const GitFiles which_;
  std::string top_;  // of the working tree: "", or "../" and so on
  std::size_t left_ = kMostEntries;
  std::size_t texts_left_ = kMostTexts;
  std::string found_;
};

}  // namespace

Result<void> refuse_special_files(const GitWorkdir& place, GitFiles which) {
  const Search search(place, which);
  if (search.found().empty()) return {};
  return fail(ErrorCode::kIo,
              "{} is a named pipe or a device: git would wait at it",
              search.found());
}

}  // namespace sluice
