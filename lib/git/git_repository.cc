#include "git/git_repository.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <utility>
#include <vector>

#include "git/git_program.h"
#include "git/special_files.h"

namespace sluice {
namespace {

Result<int> open_directory(int at, const std::string& path) {
  const int fd = ::openat(at, path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd >= 0) return fd;
  const int error = errno;
  tl::unexpected<Error> failure = fail_errno(error, path);
  failure.value().code = ErrorCode::kNotFound;
  return failure;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

// Whether the top of the working tree, `up` from the open directory, is the one
// of the repository. Core.worktree may name another one, above. The caller's
// environment may do so, too: that is the user's own wish.
bool is_own_top(int directory, const std::string& up, bool as_caller) {
  if (as_caller && (std::getenv("GIT_DIR") != nullptr ||
                    std::getenv("GIT_WORK_TREE") != nullptr))
    return true;
  struct stat status {};
  return ::fstatat(directory, (up + ".git").c_str(), &status,
                   AT_SYMLINK_NOFOLLOW) == 0;
}

}  // namespace

Result<std::string> GitRepository::ask(std::string_view named) {
  if (const auto looked = refuse_special_files(place(), GitFiles::kAll);
      !looked)
    return fail(ErrorCode::kIo, "{}: {}", named, looked.error().message);
  const Result<std::string> said =
      git_output(place(), {"rev-parse", "--show-object-format",
                           "--is-shallow-repository", "--is-bare-repository",
                           "--is-inside-work-tree", "--show-cdup"});
  if (!said) {
    if (said.error().message.find("not a git repository") != std::string::npos)
      return fail(ErrorCode::kNotFound, "{} is in no git repository", named);
    return fail(ErrorCode::kIo, "{}: {}", named, said.error().message);
  }
  const std::vector<std::string> lines = lines_of(*said);
  if (lines.size() < 4 || (lines[0] != "sha1" && lines[0] != "sha256"))
    return fail(ErrorCode::kIo,
                "the git in PATH is too old: sluice needs 2.29 or later");
  sha256_ = lines[0] == "sha256";
  shallow_ = lines[1] == "true";
  bare_ = lines[2] == "true";
  std::string up = lines.size() > 4 ? lines[4] : std::string();
  has_work_tree_ = lines[3] == "true" && is_own_top(directory_, up, as_caller_);
  return has_work_tree_ ? std::move(up) : std::string();
}

Result<GitRepository> GitRepository::open(const std::string& path) {
  if (git_program().empty())
    return fail(ErrorCode::kIo,
                "git is not installed, and this command needs it");
  GitRepository repository;
  repository.as_caller_ = path.empty();
  const std::string start = path.empty() ? "." : path;
  SLUICE_TRY_ASSIGN(repository.directory_, open_directory(AT_FDCWD, start));
  SLUICE_TRY_ASSIGN(const std::string up, repository.ask(start));
  if (!path.empty()) repository.root_ = path.ends_with('/') ? path : path + "/";
  repository.root_ += up;
  if (!up.empty()) {
    SLUICE_TRY_ASSIGN(const int top, open_directory(repository.directory_, up));
    ::close(std::exchange(repository.directory_, top));
  }
  return repository;
}

Result<GitRepository> GitRepository::open_top(int directory, std::string root) {
  GitRepository repository;
  repository.directory_ = directory;
  repository.root_ = std::move(root);
  SLUICE_TRY_ASSIGN(const std::string up, repository.ask(repository.root_));
  if (!up.empty())
    return fail(ErrorCode::kNotFound, "{} is not the top of a repository",
                repository.root_);
  return repository;
}

GitRepository::GitRepository(GitRepository&& other) noexcept
    : directory_(std::exchange(other.directory_, -1)),
      as_caller_(other.as_caller_),
      interrupt_(other.interrupt_),
      root_(std::move(other.root_)),
      bare_(other.bare_),
      has_work_tree_(other.has_work_tree_),
      shallow_(other.shallow_),
      sha256_(other.sha256_) {}

GitRepository::~GitRepository() {
  if (directory_ >= 0) ::close(directory_);
}

// Git has this tree built in.
std::string GitRepository::empty_tree() const {
  return sha256_ ? "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74dec"
                   "c5321"
                 : "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
}

}  // namespace sluice
