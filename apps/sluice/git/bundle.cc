// The process that scans may not remove directories (sandbox/sandbox.h), and
// cannot after a SIGKILL. So a child does it, which waits for the end of a pipe.
// The child also makes the directory, so that there is no moment at which the
// directory exists and nobody would remove it.
//
// Rejected: to read the bundle without git, as `sluice scan` does. The commits
// of a range, and their order, are git's to say.
#include "sluice/git/bundle.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <utility>

#include "fs/file_system.h"
#include "git/run_git.h"

namespace sluice {
namespace {

std::string first_line(const std::string& path) {
  const FileSystem& fs = posix_file_system();
  const Result<OpenedFile> file = fs.open(path, OpenMode::kNoWait);
  if (!file) return "";
  std::string text(64, '\0');
  const Result<std::size_t> got =
      fs.read(file->descriptor, text.data(), text.size());
  fs.close(file->descriptor);
  text.resize(got.value_or(0));
  return text.substr(0, text.find('\n'));
}

// Makes the directory `path`, a template of mkdtemp(), and writes its name to
// `made`, or nothing. Removes it at the end of `alive`. Never returns.
[[noreturn]] void keep_directory(std::string path, int made, int alive) {
  // A terminal sends its signals to all processes that it has started.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE})
    std::signal(signal, SIG_IGN);
  if (::mkdtemp(path.data()) == nullptr) ::_exit(errno);
  // If it fails, nobody is there, and the next read() says so.
  (void)!::write(made, path.data(), path.size());
  ::close(made);
  char byte = 0;
  while (::read(alive, &byte, 1) < 0 && errno == EINTR) {
  }
  std::error_code error;
  std::filesystem::remove_all(path, error);
  ::_exit(0);
}

int exit_code_of(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

}  // namespace

bool UnpackedBundle::is_bundle(const std::string& path) {
  const std::string line = first_line(path);
  return line == "# v2 git bundle" || line == "# v3 git bundle";
}

UnpackedBundle::~UnpackedBundle() {
  if (alive_ >= 0) ::close(alive_);
  if (remover_ < 0) return;
  exit_code_of(remover_);
}

Result<void> UnpackedBundle::make_directory() {
  const char* const named = std::getenv("TMPDIR");
  std::string path = named != nullptr && *named != '\0' ? named : "/tmp";
  path += "/sluice-bundle-XXXXXX";
  int made[2], alive[2];
  if (::pipe2(made, O_CLOEXEC) != 0) return fail_errno(errno, path);
  pid_t child = ::pipe2(alive, O_CLOEXEC);
  if (child == 0) child = ::fork();
  if (child < 0) return fail_errno(errno, "a process that removes " + path);
  if (child == 0) {
    ::close(alive[1]);
    ::close(made[0]);
    // Whoever waits for the end of our output does not wait for this process.
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
      ::close(fd);
    keep_directory(path, made[1], alive[0]);
  }
  ::close(alive[0]);
  ::close(made[1]);
  alive_ = alive[1];
  remover_ = child;
  std::string name(path.size(), '\0');
  ssize_t got = 0;
  while ((got = ::read(made[0], name.data(), name.size())) < 0 &&
         errno == EINTR) {
  }
  ::close(made[0]);
  if (got <= 0) {
    remover_ = -1;
    return fail_errno(exit_code_of(child), path);
  }
  directory_ = std::move(name);
  return {};
}

Result<void> UnpackedBundle::fill(const std::string& path) {
  const FileSystem& fs = posix_file_system();
  SLUICE_TRY_ASSIGN(
      const int directory,
      fs.open_directory(kWorkingDirectory, directory_, Links::kRefuse));
  const auto closes = [&](int* open) { fs.close(*open); };
  int open = directory;
  const std::unique_ptr<int, decltype(closes)> owner(&open, closes);
  const GitWorkdir place{directory};
  const std::string whole = std::filesystem::absolute(path);
  SLUICE_TRY_ASSIGN(const ChildProcess::Ended heads,
                    run_git(place, {"bundle", "list-heads", whole}));
  if (heads.exit_code != 0)
    return fail(ErrorCode::kIo, "{}: git cannot read the bundle: {}", path,
                git_complaint(heads));
  constexpr std::size_t kSha256 = 64;  // digits of a name
  const bool is_sha256 = heads.output.find(' ') == kSha256;
  SLUICE_TRY(git_output(
      place, {"init", "-q", "--bare", "--template=",
              is_sha256 ? "--object-format=sha256" : "--object-format=sha1"}));
  SLUICE_TRY_ASSIGN(const ChildProcess::Ended unpacked,
                    run_git(place, {"bundle", "unbundle", whole}));
  if (unpacked.errors.find("prerequisite") != std::string::npos)
    return fail(ErrorCode::kUsage,
                "{0}: the bundle is thin: it builds on commits that it does "
                "not have. Fetch it into a repository that has them, or scan "
                "its objects: `sluice scan {0}`",
                path);
  if (unpacked.exit_code != 0)
    return fail(ErrorCode::kIo, "{}: git cannot unpack the bundle: {}", path,
                git_complaint(unpacked));
  // "NAME REF" lines. HEAD is set later: it leads to a branch at first, of which
  // git would not take two values at once.
  std::string wanted;
  std::string head;
  for (std::string_view rest = unpacked.output; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const std::size_t blank = line.find(' ');
    if (blank == std::string_view::npos) continue;
    const std::string ref(line.substr(blank + 1));
    const std::string name(line.substr(0, blank));
    if (ref == "HEAD")
      head = name;
    else
      wanted += "update " + ref + " " + name + "\n";
  }
  SLUICE_TRY_ASSIGN(const int input, text_as_file(wanted));
  Result<std::string> updated =
      git_output(place, {"update-ref", "--stdin"}, input);
  ::close(input);
  if (updated && !head.empty())
    updated = git_output(place, {"update-ref", "--no-deref", "HEAD", head});
  if (!updated)
    return fail(ErrorCode::kIo, "{}: git cannot unpack the bundle: {}", path,
                updated.error().message);
  return {};
}

Result<std::unique_ptr<UnpackedBundle>> UnpackedBundle::unpack(
    const std::string& path) {
  std::unique_ptr<UnpackedBundle> bundle(new UnpackedBundle);
  SLUICE_TRY(bundle->make_directory());
  SLUICE_TRY(bundle->fill(path));
  return bundle;
}

}  // namespace sluice
