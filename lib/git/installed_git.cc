// Two processes for a repository: `git config` for its settings, `git ls-files`
// for the files in its index. Both start at once and work while the walk goes
// on; whoever needs an answer first waits for it. How git is run, so that
// nothing a repository says runs anything: run_git.h.
//
// Rejected: reading config and index ourselves. Includes, conditional ones too,
// worktree settings, split and sparse indexes: the real git knows them all. And
// `ls-files --ignored`: to match the ignore rules against every file of the
// index takes git 0.5 s for 78,000 of them; we ask for those few alone that our
// rules leave out.
#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "git/child_process.h"
#include "git/git.h"
#include "git/run_git.h"

namespace sluice {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds kSettingsLimit = 10s;
constexpr std::chrono::milliseconds kTrackedLimit = 60s;
constexpr std::size_t kMostSettings = 1 << 20;
constexpr std::size_t kMostTracked = std::size_t{1} << 30;

// As git has it: "~/x". "~user/x" would need a look-up of users, which may go
// out to the network.
Result<std::string> expand_home(std::string_view path) {
  if (!path.starts_with('~')) return std::string(path);
  const char* home = std::getenv("HOME");
  if (home == nullptr || (path.size() > 1 && path[1] != '/'))
    return fail(ErrorCode::kIo, "core.excludesFile is in an unknown home");
  return home + std::string(path.substr(1));
}

// The values of git's booleans that mean yes; a key alone does too.
bool is_true(std::string_view value) {
  std::string lower(value);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) {
    return static_cast<char>(std::tolower(c));
  });
  if (lower == "true" || lower == "yes" || lower == "on") return true;
  return !lower.empty() && std::strtol(lower.c_str(), nullptr, 10) != 0;
}

// In words that are the same wherever the repository lies.
tl::unexpected<Error> refused(const ChildProcess::Ended& ended) {
  if (ended.errors.find("dubious ownership") != std::string::npos)
    return fail(ErrorCode::kIo,
                "git refuses, since the repository is someone else's "
                "(safe.directory)");
  return fail(ErrorCode::kIo, "git failed with exit code {}", ended.exit_code);
}

class InstalledRepository final : public AskedRepository {
 public:
  explicit InstalledRepository(int directory)
      : settings_(start_git({.directory = directory},
                            {"config", "-z", "--get-regexp",
                             "^core\\.(excludesfile|ignorecase)$"})),
        tracked_(start_git({.directory = directory},
                           {"ls-files", "-z", "--cached"})) {}

  Result<GitSettings> settings() override {
    SLUICE_TRY_ASSIGN(const ChildProcess::Ended ended,
                      end_of(settings_, kSettingsLimit, kMostSettings));
    constexpr int kNoneIsSet = 1;
    if (ended.exit_code != 0 && ended.exit_code != kNoneIsSet)
      return refused(ended);
    GitSettings settings;
    for (const std::string_view one : split_at_nul(ended.output)) {
      const std::size_t name_end = std::min(one.find('\n'), one.size());
      const bool has_value = name_end != one.size();
      const std::string_view name = one.substr(0, name_end);
      const std::string_view value =
          one.substr(has_value ? name_end + 1 : name_end);
      if (name == "core.ignorecase") {
        settings.ignore_case = !has_value || is_true(value);
      } else if (name == "core.excludesfile") {
        SLUICE_TRY_ASSIGN(settings.excludes_file, expand_home(value));
      }
    }
    return settings;
  }

  Result<TrackedFiles> tracked() override {
    SLUICE_TRY_ASSIGN(const ChildProcess::Ended ended,
                      end_of(tracked_, kTrackedLimit, kMostTracked));
    if (ended.exit_code != 0) return refused(ended);
    return TrackedFiles(ended.output);
  }

 private:
  static Result<ChildProcess::Ended> end_of(Result<ChildProcess>& child,
                                            std::chrono::milliseconds limit,
                                            std::size_t most) {
    if (!child) return tl::unexpected<Error>(child.error());
    Result<ChildProcess::Ended> ended = child->finish(limit, most);
    if (!ended)
      return fail(ErrorCode::kIo, "git was stopped: {}", ended.error().message);
    return ended;
  }

  Result<ChildProcess> settings_;
  Result<ChildProcess> tracked_;
};

class InstalledGit final : public Git {
 public:
  std::unique_ptr<AskedRepository> ask(int directory) const override {
    return std::make_unique<InstalledRepository>(directory);
  }

  std::string default_excludes_file() const override {
    const char* config = std::getenv("XDG_CONFIG_HOME");
    if (config != nullptr && *config != '\0')
      return std::string(config) + "/git/ignore";
    const char* home = std::getenv("HOME");
    if (home == nullptr || *home == '\0') return {};
    return std::string(home) + "/.config/git/ignore";
  }
};

}  // namespace

const Git& installed_git() {
  static const InstalledGit git;
  return git;
}

}  // namespace sluice
