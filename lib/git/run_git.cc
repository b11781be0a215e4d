#include "git/run_git.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <iterator>
#include <limits>

#include "git/git_program.h"

namespace sluice {
namespace {

using namespace std::chrono_literals;

// For what git answers from a few files; a hang is no answer.
constexpr std::chrono::milliseconds kAnswerLimit = 600s;

// Those of git's variables that say which repository, and which state of it.
bool names_repository(std::string_view variable) {
  static constexpr std::array<std::string_view, 8> kNames = {
      "GIT_DIR=",        "GIT_WORK_TREE=",
      "GIT_INDEX_FILE=", "GIT_COMMON_DIR=",
      "GIT_NAMESPACE=",  "GIT_OBJECT_DIRECTORY=",
      "GIT_PREFIX=",     "GIT_ALTERNATE_OBJECT_DIRECTORIES="};
  return std::ranges::any_of(kNames, [&](std::string_view name) {
    return variable.starts_with(name);
  });
}

std::vector<std::string> environment_for_git(bool as_caller) {
  std::vector<std::string> all = {
      "GIT_OPTIONAL_LOCKS=0",     "GIT_TERMINAL_PROMPT=0",
      "GIT_ALLOW_PROTOCOL=",      "GIT_NO_LAZY_FETCH=1",
      "GIT_NO_REPLACE_OBJECTS=1", "GIT_GRAFT_FILE=/dev/null/none",
      "GIT_LITERAL_PATHSPECS=1",  "LC_ALL=C"};
  for (char** at = environ; *at != nullptr; ++at) {
    const std::string_view one = *at;
    const bool about_configuration = one.starts_with("GIT_CONFIG_");
    if (one.starts_with("GIT_") && !about_configuration &&
        !(as_caller && names_repository(one)))
      continue;
    if (one.starts_with("LC_ALL=") || one.starts_with("LANGUAGE=")) continue;
    all.emplace_back(one);
  }
  return all;
}

}  // namespace

Result<ChildProcess> start_git(const GitWorkdir& place,
                               std::vector<std::string> words, int input) {
  const std::string& program = git_program();
  if (program.empty()) return fail(ErrorCode::kIo, "git is not installed");
  std::vector<std::string> arguments = {"--no-pager", "-c",
                                        "core.fsmonitor=false", "-c",
                                        "core.commitGraph=false"};
  std::ranges::move(words, std::back_inserter(arguments));
  Result<ChildProcess> child = ChildProcess::start(
      program, arguments, environment_for_git(place.as_caller), place.directory,
      input, place.interrupt);
  if (!child) return fail(ErrorCode::kIo, "git could not be started");
  return child;
}

std::string git_complaint(const ChildProcess::Ended& ended) {
  if (ended.errors.find("dubious ownership") != std::string::npos)
    return "git refuses, because the repository belongs to another user "
           "(safe.directory)";
  // The last words tell of the end; what stands before may be a warning.
  std::string_view text = ended.errors;
  const std::size_t fatal = text.rfind("fatal: ");
  if (fatal != std::string_view::npos) text.remove_prefix(fatal + 7);
  text = text.substr(0, text.find('\n'));
  if (!text.empty()) return std::string(text);
  return fmt::format("git failed with exit code {}", ended.exit_code);
}

Result<ChildProcess::Ended> run_git(const GitWorkdir& place,
                                    std::vector<std::string> words, int input) {
  SLUICE_TRY_ASSIGN(ChildProcess child,
                    start_git(place, std::move(words), input));
  Result<ChildProcess::Ended> ended =
      child.finish(kAnswerLimit, std::numeric_limits<std::size_t>::max());
  if (!ended)
    return fail(ErrorCode::kIo, "git was stopped: {}", ended.error().message);
  return ended;
}

Result<std::string> git_output(const GitWorkdir& place,
                               std::vector<std::string> words, int input) {
  SLUICE_TRY_ASSIGN(ChildProcess::Ended ended,
                    run_git(place, std::move(words), input));
  if (ended.exit_code != 0)
    return fail(ErrorCode::kIo, "{}", git_complaint(ended));
  return std::move(ended.output);
}

Result<int> text_as_file(std::string_view text) {
  const int fd = ::memfd_create("sluice", MFD_CLOEXEC);
  if (fd < 0) return fail_errno(errno, "memfd_create");
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const int error = errno;
      ::close(fd);
      return fail_errno(error, "write");
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  ::lseek(fd, 0, SEEK_SET);
  return fd;
}

std::vector<std::string_view> split_at_nul(std::string_view text) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\0'), text.size());
    parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

}  // namespace sluice
