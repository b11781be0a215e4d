// Two processes for a repository: `git config` for its settings, `git ls-files`
// for the files in its index. Both start at once and work while the walk goes
// on; the first question that needs an answer waits for it. run_git.h explains
// how git is run so that no repository can make it run anything.
//
// Rejected: reading config and index ourselves. There are includes, conditional
// ones too, worktree settings, split and sparse indexes; the real git supports
// them all. And `ls-files --ignored`: git takes 0.5 s to match the ignore rules
// against every file of an index of 78,000. We ask only about the few files
// that our rules exclude.
#include <chrono>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "git/child_process.h"
#include "git/git.h"
#include "git/git_settings.h"
#include "git/run_git.h"
#include "git/special_files.h"

namespace sluice {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds kSettingsLimit = 10s;
constexpr std::chrono::milliseconds kTrackedLimit = 60s;
constexpr std::size_t kMaxSettings = 1 << 20;
constexpr std::size_t kMaxTracked = std::size_t{1} << 30;

// The words do not depend on the place of the repository.
tl::unexpected<Error> refused(const ChildProcess::Ended& ended) {
  if (ended.errors.find("dubious ownership") != std::string::npos)
    return fail(ErrorCode::kIo,
                "git refuses, because the repository belongs to another user "
                "(safe.directory)");
  return fail(ErrorCode::kIo, "git failed with exit code {}", ended.exit_code);
}

class InstalledRepository final : public AskedRepository {
 public:
  explicit InstalledRepository(const GitWorkdir& place)
      : looked_(refuse_special_files(place, GitFiles::kSettings)),
        settings_(start(place, {"config", "-z", "--get-regexp",
                                "^core\\.(excludesfile|ignorecase)$"})),
        tracked_(start(place, {"ls-files", "-z", "--cached"})) {}

  Result<GitSettings> settings() override {
    SLUICE_TRY_ASSIGN(const ChildProcess::Ended ended,
                      end_of(settings_, kSettingsLimit, kMaxSettings));
    constexpr int kNoneIsSet = 1;
    if (ended.exit_code != 0 && ended.exit_code != kNoneIsSet)
      return refused(ended);
    return read_git_settings(ended.output);
  }

  Result<TrackedFiles> tracked() override {
    SLUICE_TRY_ASSIGN(const ChildProcess::Ended ended,
                      end_of(tracked_, kTrackedLimit, kMaxTracked));
    if (ended.exit_code != 0) return refused(ended);
    return TrackedFiles(ended.output);
  }

 private:
  Result<ChildProcess> start(const GitWorkdir& place,
                             std::vector<std::string> words) const {
    if (!looked_) return tl::unexpected<Error>(looked_.error());
    return start_git(place, std::move(words));
  }

  static Result<ChildProcess::Ended> end_of(Result<ChildProcess>& child,
                                            std::chrono::milliseconds limit,
                                            std::size_t most) {
    if (!child) return tl::unexpected<Error>(child.error());
    Result<ChildProcess::Ended> ended = child->finish(limit, most);
    if (!ended)
      return fail(ErrorCode::kIo, "git was stopped: {}", ended.error().message);
    return ended;
  }

  const Result<void> looked_;
  Result<ChildProcess> settings_;
  Result<ChildProcess> tracked_;
};

class InstalledGit final : public Git {
 public:
  std::unique_ptr<AskedRepository> ask(
      int directory, const Interrupt* interrupt) const override {
    return std::make_unique<InstalledRepository>(
        GitWorkdir{.directory = directory, .interrupt = interrupt});
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
