#include "git/run_git.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <iterator>

#include "git/git_program.h"

namespace sluice {
namespace {

using namespace std::chrono_literals;

// For what git answers from a few files; a hang is no answer.
constexpr std::chrono::milliseconds kAnswerLimit = 600s;

// The settings for every git; they overrule a repository's own.
constexpr auto kSettings = std::to_array<const char*>(
    {"core.commitGraph=false", "core.fsmonitor=false",
     "diff.autoRefreshIndex=false", "gc.auto=0", "log.showSignature=false",
     "maintenance.auto=false", "protocol.allow=never",
     "submodule.recurse=false"});
// This setting is for every git except `git rev-parse`, which runs no hook and
// is asked for their directory.
constexpr const char* kNoHooks = "core.hooksPath=/dev/null";

// Git's variables that choose the repository, and the state of it.
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
                               std::vector<std::string> words, int input,
                               std::uint64_t most_memory) {
  const std::string& program = git_program();
  if (program.empty()) return fail(ErrorCode::kIo, "git is not installed");
  std::vector<std::string> arguments = {"--no-pager"};
  const auto set = [&](const char* setting) {
    arguments.emplace_back("-c");
    arguments.emplace_back(setting);
  };
  std::ranges::for_each(kSettings, set);
  if (words.front() != "rev-parse") set(kNoHooks);
  std::ranges::move(words, std::back_inserter(arguments));
  Result<ChildProcess> child =
      ChildProcess::start({.program = program,
                           .arguments = std::move(arguments),
                           .environment = environment_for_git(place.as_caller),
                           .directory = place.directory,
                           .input = input,
                           .interrupt = place.interrupt,
                           .most_memory = most_memory});
  if (!child) return fail(ErrorCode::kIo, "git could not be started");
  return child;
}

std::string git_complaint(const ChildProcess::Ended& ended) {
  if (ended.errors.find("dubious ownership") != std::string::npos)
    return "git refuses, because the repository belongs to another user "
           "(safe.directory)";
  // The last words name the failure; the text before them may be a warning.
  std::string_view text = ended.errors;
  const std::size_t fatal = text.rfind("fatal: ");
  if (fatal != std::string_view::npos) text.remove_prefix(fatal + 7);
  text = text.substr(0, text.find('\n'));
  if (text.find("ut of memory") != std::string_view::npos)
    return fmt::format("git needs more memory than it may have: {}", text);
  if (!text.empty()) return std::string(text);
  return fmt::format("git failed with exit code {}", ended.exit_code);
}

Result<ChildProcess::Ended> run_git(const GitWorkdir& place,
                                    std::vector<std::string> words, int input,
                                    std::size_t most) {
  SLUICE_TRY_ASSIGN(ChildProcess child,
                    start_git(place, std::move(words), input));
  Result<ChildProcess::Ended> ended = child.finish(kAnswerLimit, most);
  if (!ended)
    return fail(ErrorCode::kIo, "git was stopped: {}", ended.error().message);
  return ended;
}

Result<std::string> git_output(const GitWorkdir& place,
                               std::vector<std::string> words, int input,
                               std::size_t most) {
  SLUICE_TRY_ASSIGN(ChildProcess::Ended ended,
                    run_git(place, std::move(words), input, most));
  if (ended.exit_code != 0)
    return fail(ErrorCode::kIo, "{}", git_complaint(ended));
  return std::move(ended.output);
}

Result<std::vector<std::string>> without_drivers(const GitWorkdir& place) {
  constexpr int kNoneIsSet = 1;
  SLUICE_TRY_ASSIGN(
      const ChildProcess::Ended ended,
      run_git(place, {"config", "-z", "--name-only", "--get-regexp",
                      "^(filter\\..*\\.(clean|smudge|process|required)|"
                      "diff\\..*\\.(command|textconv|x?funcname))$"}));
  if (ended.exit_code != 0 && ended.exit_code != kNoneIsSet)
    return fail(ErrorCode::kIo, "{}", git_complaint(ended));
  std::vector<std::string> words;
  for (const std::string_view name : split_at_nul(ended.output)) {
    if (name.find('=') != std::string_view::npos)
      return fail(ErrorCode::kIo,
                  "a filter or a kind of differences in git's settings has a "
                  "`=` in its name: {}",
                  name);
    words.emplace_back("-c");
    words.push_back(std::string(name) +
                    (name.ends_with(".required") ? "=false" : "="));
  }
  return words;
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
