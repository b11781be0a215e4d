// Our hook is a file of its own, known by its second line. One that was there
// before is set aside under kBefore, and ours runs it first, so that it decides
// as it did; uninstalling puts it back. Git is asked where hooks are, so that
// core.hooksPath and worktrees hold.
#include "hook_command.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "command_line.h"
#include "fs/file_system.h"
#include "git/git_repository.h"
#include "report/output/output.h"
#include "text/escape.h"

namespace sluice {
namespace {

namespace stdfs = std::filesystem;

constexpr const char* kHookUsage =
    "Usage: sluice hook install|uninstall [REPO]\n\n"
    "Installs a pre-commit hook that scans what is staged and stops a commit\n"
    "which would publish a secret, or takes it away. A hook that is there "
    "runs\n"
    "first, as before.\n";

constexpr std::string_view kMark =
    "# Written by `sluice hook install`; `sluice hook uninstall` takes it "
    "away.";
constexpr const char* kBefore = "pre-commit.before-sluice";

// In single quotes, for a shell.
std::string shell_quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'')
      out += "'\\''";
    else
      out += c;
  }
  return out + "'";
}

// A program that is gone must not let everything through.
std::string script() {
  std::error_code failed;
  const std::string self = stdfs::read_symlink("/proc/self/exe", failed);
  return fmt::format(R"(#!/bin/sh
{}
before=$(dirname "$0")/{}
if [ -x "$before" ]; then
  "$before" "$@" || exit
fi
sluice={}
[ -x "$sluice" ] || sluice=$(command -v sluice) || {{
  echo "sluice is gone, so nothing was scanned: install it, or remove $0" >&2
  exit 1
}}
exec "$sluice" git --staged
)",
                     kMark, kBefore, shell_quoted(failed ? "sluice" : self));
}

struct HookFiles {
  stdfs::path hook;
  stdfs::path before;
};

Result<HookFiles> places_in(const GitRepository& repository) {
  SLUICE_TRY_ASSIGN(
      std::string name,
      git_output(repository.place(), {"rev-parse", "--git-path", "hooks"}));
  if (name.ends_with('\n')) name.pop_back();
  stdfs::path folder(name);
  if (folder.is_relative()) folder = repository.root() + name;
  return HookFiles{folder / "pre-commit", folder / kBefore};
}

bool is_there(const stdfs::path& path) {
  std::error_code failed;
  return stdfs::exists(stdfs::symlink_status(path, failed));
}

// The text of our hook, if it is ours that stands there.
std::optional<std::string> our_hook(const stdfs::path& path) {
  if (!is_there(path)) return std::nullopt;
  Result<std::string> text = read_whole(posix_file_system(), path);
  if (!text || text->find(kMark) == std::string::npos) return std::nullopt;
  return *std::move(text);
}

tl::unexpected<Error> failed_with(const std::error_code& why,
                                  const stdfs::path& what) {
  return fail_errno(why.value(), what.string());
}

Result<void> move_file(const stdfs::path& from, const stdfs::path& to) {
  std::error_code failed;
  stdfs::rename(from, to, failed);
  if (failed) return failed_with(failed, from);
  return {};
}

// Under its name it is whole or not at all.
Result<void> write_hook(const stdfs::path& path, const std::string& text) {
  const stdfs::path fresh = path.string() + ".new";
  ::unlink(fresh.c_str());
  const int fd =
      ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0777);
  if (fd < 0) return fail_errno(errno, fresh.string());
  FdOutput output(fd);
  Result<void> written = output.write(text);
  if (written) written = output.flush();
  if (::close(fd) != 0 && written) written = fail_errno(errno, fresh.string());
  if (!written) {
    ::unlink(fresh.c_str());
    return written;
  }
  return move_file(fresh, path);
}

void say(std::string_view text) {
  fmt::print("{}\n", escape_for_terminal(text));
}

Result<void> install(const HookFiles& at) {
  const std::optional<std::string> ours = our_hook(at.hook);
  const std::string text = script();
  if (ours == text) {
    say(fmt::format("already there: {}", at.hook.string()));
    return {};
  }
  std::error_code failed;
  stdfs::create_directories(at.hook.parent_path(), failed);
  if (failed) return failed_with(failed, at.hook.parent_path());
  if (!ours && is_there(at.hook)) {
    if (is_there(at.before))
      return fail(ErrorCode::kUsage,
                  "{} is in the way: remove it, or put it back as pre-commit",
                  at.before.string());
    SLUICE_TRY(move_file(at.hook, at.before));
    say(fmt::format("the hook that was there is now {}, and runs first",
                    at.before.string()));
  }
  SLUICE_TRY(write_hook(at.hook, text));
  say(fmt::format("installed: {}", at.hook.string()));
  return {};
}

Result<void> uninstall(const HookFiles& at) {
  if (!our_hook(at.hook)) {
    say(fmt::format("not installed: {}", at.hook.string()));
    return {};
  }
  if (is_there(at.before)) {
    SLUICE_TRY(move_file(at.before, at.hook));
    say(fmt::format("put back: {}", at.hook.string()));
    return {};
  }
  std::error_code failed;
  stdfs::remove(at.hook, failed);
  if (failed) return failed_with(failed, at.hook);
  say(fmt::format("removed: {}", at.hook.string()));
  return {};
}

}  // namespace

Result<std::variant<HookOptions, PrintAndExit>> parse_hook_options(
    std::vector<std::string> arguments) {
  arguments.erase(arguments.begin());
  CLI::App app("", "sluice hook");
  prepare(app, kHookUsage, "Example:\n  sluice hook install");
  SLUICE_TRY_ASSIGN(auto parsed, parse_words(app, std::move(arguments),
                                             "sluice hook --help"));
  if (auto* text = std::get_if<PrintAndExit>(&parsed)) return std::move(*text);
  const std::vector<std::string> words = std::get<Words>(parsed).all();
  const bool known = !words.empty() && words.size() <= 2 &&
                     (words[0] == "install" || words[0] == "uninstall");
  if (!known)
    return fail(ErrorCode::kUsage,
                "say `sluice hook install` or `sluice hook uninstall`");
  return HookOptions{words[0] == "install",
                     words.size() > 1 ? words[1] : std::string()};
}

Result<int> run_hook(const HookOptions& options) {
  SLUICE_TRY_ASSIGN(const GitRepository repository,
                    GitRepository::open(options.repository));
  if (repository.is_bare())
    return fail(ErrorCode::kUsage, "nothing is committed in a bare repository");
  SLUICE_TRY_ASSIGN(const HookFiles at, places_in(repository));
  SLUICE_TRY(options.install ? install(at) : uninstall(at));
  return 0;
}

}  // namespace sluice
