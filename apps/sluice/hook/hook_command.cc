// The hook depends on the place (hook_place.h).
// - A hook of our own is a file, recognized by its second line. An earlier hook
//   is renamed to kBefore, and ours runs it first, so that it decides as it
//   did; uninstalling restores it.
// - Under husky it is a line in a script of the user's (husky_line.h).
// - Under a tool that writes hooks from a configuration it is nothing. The tool
//   would replace our hook, or run itself from it a second time. The user gets
//   the lines that the configuration needs.
#include "sluice/hook/hook_command.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "git/git_program.h"
#include "git/git_repository.h"
#include "report/output/output.h"
#include "sluice/command_line/command_line.h"
#include "sluice/command_line/option_values.h"
#include "sluice/hook/agent_settings.h"
#include "sluice/hook/hook_place.h"
#include "sluice/hook/husky_line.h"
#include "sluice/hook/shell_quoted.h"
#include "text/escape.h"

namespace sluice {
namespace {

namespace stdfs = std::filesystem;

constexpr const char* kHookUsage =
    "Usage: sluice hook install|uninstall [REPO]\n"
    "       sluice hook install --agent AGENT [--user] [--fail-closed] [DIR]\n"
    "       sluice hook uninstall --agent AGENT [--user] [DIR]\n\n"
    "Install a pre-commit hook that scans what is staged and stops a commit "
    "that\n"
    "would publish a secret, or remove it. A hook that exists keeps running, "
    "first.\n"
    "Under husky the hook is a line in .husky/pre-commit. Under pre-commit "
    "and\n"
    "lefthook nothing is written: the lines for their configuration are "
    "printed.\n\n"
    "With --agent, the hook is one of a coding agent. It keeps secrets out of "
    "what\n"
    "the agent reads and runs. It is added to the agent's settings of the "
    "project in\n"
    "DIR (default: the current directory), or of all projects with --user.\n\n"
    "Exit codes: 0 the hook is installed, or removed; 2 nothing was written, "
    "and a\n"
    "message says why.\n";

constexpr std::string_view kMark =
    "# Written by `sluice hook install`; `sluice hook uninstall` takes it "
    "away.";
constexpr const char* kBefore = "pre-commit.before-sluice";

// A program that is gone must not let everything through. A hook that is
// committed names no path of this machine.
std::string script(bool committed) {
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
                     kMark, kBefore,
                     shell_quoted(committed || failed ? "" : self));
}

// The path of our hook in `folder`: pre-commit installs its own over ours, as
// pre-commit.legacy, and runs that. Nothing if we have no hook there.
std::optional<stdfs::path> our_hook(const stdfs::path& folder) {
  if (folder.empty()) return std::nullopt;
  for (const char* name : {"pre-commit", "pre-commit.legacy"}) {
    const stdfs::path path = folder / name;
    if (text_of_file(path).find(kMark) != std::string::npos) return path;
  }
  return std::nullopt;
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

// The file appears as a whole or not at all, and no link is followed. `mode` is
// that of the file that it replaces, or nothing for a new one.
Result<void> write_script(const stdfs::path& path, const std::string& text,
                          std::optional<mode_t> mode = std::nullopt) {
  const stdfs::path fresh = path.string() + ".new";
  ::unlink(fresh.c_str());
  const int fd =
      ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0777);
  if (fd < 0) return fail_errno(errno, fresh.string());
  FdOutput output(fd, fresh.string());
  Result<void> written = output.write(text);
  if (written) written = output.flush();
  if (written && mode && ::fchmod(fd, *mode) != 0)
    written = fail_errno(errno, fresh.string());
  if (::close(fd) != 0 && written) written = fail_errno(errno, fresh.string());
  if (!written) {
    ::unlink(fresh.c_str());
    return written;
  }
  return move_file(fresh, path);
}

Result<void> make_folder(const stdfs::path& folder) {
  std::error_code failed;
  stdfs::create_directories(folder, failed);
  if (failed) return failed_with(failed, folder);
  return {};
}

Result<void> remove_file(const stdfs::path& path) {
  std::error_code failed;
  stdfs::remove(path, failed);
  if (failed) return failed_with(failed, path);
  return {};
}

void say(std::string_view text) {
  fmt::print("{}\n", escape_for_terminal(text));
}

// --- a hook of our own ---

Result<void> install(const OwnHook& at) {
  const std::string text = script(at.committed);
  const stdfs::path hook = at.folder / "pre-commit";
  const std::optional<stdfs::path> ours = our_hook(at.folder);
  if (ours && text_of_file(*ours) == text) {
    say(fmt::format("already there: {}", ours->string()));
    return {};
  }
  SLUICE_TRY(make_folder(at.folder));
  if (!ours && is_there(hook)) {
    const stdfs::path before = at.folder / kBefore;
    if (is_there(before))
      return fail(ErrorCode::kUsage,
                  "{} is in the way: remove it, or put it back as pre-commit",
                  before.string());
    SLUICE_TRY(move_file(hook, before));
    say(fmt::format("the hook that was there is now {}, and runs first",
                    before.string()));
  }
  SLUICE_TRY(write_script(ours.value_or(hook), text));
  say(fmt::format("installed: {}", ours.value_or(hook).string()));
  return {};
}

// Whether there was one.
Result<bool> remove_own_hook(const stdfs::path& folder) {
  const std::optional<stdfs::path> ours = our_hook(folder);
  if (!ours) return false;
  const stdfs::path before = folder / kBefore;
  if (is_there(before)) {
    SLUICE_TRY(move_file(before, *ours));
    say(fmt::format("put back: {}", ours->string()));
  } else {
    SLUICE_TRY(remove_file(*ours));
    say(fmt::format("removed: {}", ours->string()));
  }
  return true;
}

Result<void> uninstall(const OwnHook& at) {
  SLUICE_TRY_ASSIGN(const bool removed, remove_own_hook(at.folder));
  if (!removed)
    say(fmt::format("not installed: {}", (at.folder / "pre-commit").string()));
  return {};
}

// --- husky ---

// The text of the user's script; empty if the file does not exist. Error:
// kUsage, the file must not get a line.
Result<std::string> users_script(const stdfs::path& file) {
  std::error_code failed;
  const stdfs::file_status status = stdfs::symlink_status(file, failed);
  if (!stdfs::exists(status)) return std::string();
  std::string text = text_of_file(file);
  const char* why = stdfs::is_symlink(status)         ? "is a symbolic link"
                    : !stdfs::is_regular_file(status) ? "is not a file"
                    : !is_shell_script(text)          ? "is not a shell script"
                                                      : nullptr;
  if (why != nullptr)
    return fail(ErrorCode::kUsage,
                "nothing was written: {} {}. Make it run `sluice git --staged`",
                file.string(), why);
  return text;
}

std::optional<mode_t> mode_of(const stdfs::path& file) {
  struct stat about = {};
  if (::stat(file.c_str(), &about) != 0) return std::nullopt;
  return about.st_mode & 07777U;
}

Result<void> install(const HuskyHook& at) {
  SLUICE_TRY_ASSIGN(const std::string text, users_script(at.file));
  // An older sluice put its hook here, in husky's place.
  if (at.runs) SLUICE_TRY(remove_own_hook(at.git_folder));
  if (runs_sluice(text)) {
    say(fmt::format("already there: {}", at.file.string()));
  } else {
    SLUICE_TRY(make_folder(at.file.parent_path()));
    SLUICE_TRY(write_script(at.file, with_husky_line(text), mode_of(at.file)));
    say(fmt::format("installed: {}, which husky runs", at.file.string()));
  }
  if (!at.runs)
    say("git runs it once husky is set up here: npm install, or npx husky");
  return {};
}

Result<void> uninstall(const HuskyHook& at) {
  SLUICE_TRY_ASSIGN(const bool removed, remove_own_hook(at.git_folder));
  const std::optional<std::string> without =
      without_husky_line(text_of_file(at.file));
  if (without && without->empty())
    SLUICE_TRY(remove_file(at.file));
  else if (without)
    SLUICE_TRY(write_script(at.file, *without, mode_of(at.file)));
  if (without)
    say(fmt::format("removed from {}", at.file.string()));
  else if (!removed)
    say(fmt::format("not installed: {}", at.file.string()));
  return {};
}

// --- a tool with a configuration ---

bool names_sluice(const stdfs::path& configuration) {
  return text_of_file(configuration).find("sluice") != std::string::npos;
}

Result<void> install(const ManagedHook& at) {
  if (const auto ours = our_hook(at.git_folder)) {
    say(fmt::format("already there: {}", ours->string()));
    return {};
  }
  if (names_sluice(at.configuration)) {
    say(fmt::format("already there: {} names sluice",
                    at.configuration.string()));
    if (!at.runs) say(fmt::format("git runs it after `{}`", at.manager->setup));
    return {};
  }
  fmt::print("{}", at.manager->snippet);
  std::fflush(stdout);
  return fail(ErrorCode::kUsage,
              "nothing was written: {} manages the hooks here. Add the lines "
              "above to {}, {}{}",
              at.manager->name, at.configuration.string(), at.manager->where,
              at.runs ? "" : fmt::format(", and run `{}`", at.manager->setup));
}

Result<void> uninstall(const ManagedHook& at) {
  SLUICE_TRY_ASSIGN(const bool removed, remove_own_hook(at.git_folder));
  if (names_sluice(at.configuration))
    return fail(ErrorCode::kUsage,
                "nothing was written: {} names sluice. Take its lines out",
                at.configuration.string());
  if (!removed)
    say(fmt::format("not installed: {} does not name sluice",
                    at.configuration.string()));
  return {};
}

}  // namespace

Result<std::variant<HookOptions, PrintAndExit>> parse_hook_options(
    std::vector<std::string> arguments) {
  arguments.erase(arguments.begin());
  HookOptions options;
  std::string agent;
  CLI::App app("", "sluice hook");
  prepare(app, kHookUsage,
          "Examples:\n"
          "  sluice hook install\n"
          "  sluice hook install --agent claude --user\n\n"
          "docs/HOOKS.md and docs/AGENTS.md have more.");
  begin_group(app, "Agents");
  app.add_option("--agent", agent,
                 "Change the settings of: claude, codex, cursor, gemini or "
                 "copilot.")
      ->option_text("AGENT")
      ->transform(one_of({"claude", "codex", "cursor", "gemini", "copilot"}));
  app.add_flag("--user", options.of_user,
               "Change the settings of all your projects.");
  app.add_flag("--fail-closed", options.fail_closed,
               "Stop the agent if sluice cannot check what it does.");
  SLUICE_TRY_ASSIGN(auto parsed, parse_words(app, std::move(arguments),
                                             "sluice hook --help"));
  if (auto* text = std::get_if<PrintAndExit>(&parsed)) return std::move(*text);
  const std::vector<std::string> words = std::get<Words>(parsed).all();
  const bool known = !words.empty() && words.size() <= 2 &&
                     (words[0] == "install" || words[0] == "uninstall");
  if (!known)
    return fail(ErrorCode::kUsage,
                "say `sluice hook install` or `sluice hook uninstall`");
  if (agent.empty() && (options.of_user || options.fail_closed))
    return fail(ErrorCode::kUsage, "--user and --fail-closed need --agent");
  options.install = words[0] == "install";
  if (!options.install && options.fail_closed)
    return fail(ErrorCode::kUsage,
                "--fail-closed is an option of `sluice hook install`");
  if (words.size() > 1) options.repository = words[1];
  options.agent = agent_named(agent);
  return options;
}

Result<int> run_hook(const HookOptions& options) {
  if (options.agent) {
    const AgentPlace place{*options.agent, options.of_user, options.repository};
    SLUICE_TRY(options.install ? install_agent_hooks(place, options.fail_closed)
                               : uninstall_agent_hooks(place));
    return 0;
  }
  if (git_program().empty())
    return fail(ErrorCode::kIo,
                "git is not installed, and the hook is git's: install git, "
                "then run this again");
  SLUICE_TRY_ASSIGN(const GitRepository repository,
                    GitRepository::open(options.repository));
  if (repository.is_bare())
    return fail(ErrorCode::kUsage,
                "nothing is committed in a bare repository; docs/HOOKS.md has "
                "a pre-receive hook for it");
  SLUICE_TRY_ASSIGN(const HookPlace place, hook_place(repository));
  SLUICE_TRY(std::visit(
      [&](const auto& at) {
        return options.install ? install(at) : uninstall(at);
      },
      place));
  return 0;
}

}  // namespace sluice
