#include "commands.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <utility>
#include <variant>

#include "base/log.h"
#include "baseline_command.h"
#include "completions.h"
#include "convert_command.h"
#include "git_command.h"
#include "gitleaks_command.h"
#include "gitleaks_options.h"
#include "go_flags.h"
#include "hook_command.h"
#include "merge_command.h"
#include "rules_command.h"
#include "rules_options.h"
#include "scan_command.h"
#include "text/edit_distance.h"
#include "text/escape.h"
#include "version.h"
#include "walk_command.h"

namespace sluice {
namespace {

constexpr int kCannotRun = 2;
// What a shell reports of a process that a closed pipe ended.
constexpr int kPipeClosed = 128 + 13;

int report_failure(const Error& error, int code = kCannotRun) {
  // The reader has seen enough (`sluice ... | head -1`): nothing to tell.
  if (error.sys_errno == EPIPE) return kPipeClosed;
  // It may quote a path, and a path may hold anything.
  log_error(escape_for_terminal(error.message));
  return code;
}

int exit_code_of(const Result<int>& ended, int failed = kCannotRun) {
  return ended ? *ended : report_failure(ended.error(), failed);
}

int print(const PrintAndExit& text) {
  std::fputs(text.text.c_str(), stdout);
  if (std::fflush(stdout) == 0) return 0;
  log_error("cannot write to standard output");
  return kCannotRun;
}

// --- help ---

template <auto kParse>
Result<PrintAndExit> help_of(const Arguments& arguments) {
  SLUICE_TRY_ASSIGN(auto parsed, kParse(arguments));
  return std::get<PrintAndExit>(std::move(parsed));
}

std::size_t longest_name() {
  std::size_t longest = 0;
  for (const Command& command : commands())
    longest = std::max(longest, command.name.size());
  return longest;
}

std::string overview() {
  std::string page =
      "sluice finds leaked credentials in files, and says exactly what it "
      "read.\n\n"
      "Usage: sluice [scan] [OPTIONS] [PATH]...\n"
      "       sluice COMMAND [OPTIONS] ...\n\n"
      "Commands:\n";
  for (const Command& command : commands())
    page += fmt::format("  {:<{}}  {}\n", command.name, longest_name(),
                        command.summary);
  return page +
         R"(
Examples:
  sluice                        scan the current directory
  sluice src .env               scan a directory and a file
  git diff | sluice -           scan standard input
  sluice --exclude 'test/' -f json > report.json
  sluice rules list github      which rules there are

`sluice help COMMAND` tells the options of a command, `sluice help scan` first.
)";
}

Result<PrintAndExit> help_on_help(const Arguments&) {
  return PrintAndExit{
      "Usage: sluice help [COMMAND]\n\n"
      "Tells what COMMAND does and which options it has; without one, which\n"
      "commands there are.\n\n"
      "Examples:\n"
      "  sluice help scan\n"
      "  sluice help rules list\n",
      {}};
}

bool is_help(std::string_view argument) {
  return argument == "-h" || argument == "--help";
}

// How many of `arguments` are the words of the command's name; 0: it is not
// this one.
std::size_t words_of_name(const Command& command, const Arguments& arguments) {
  std::size_t words = 0;
  std::string_view rest = command.name;
  for (;;) {
    const std::size_t blank = rest.find(' ');
    if (words == arguments.size() || arguments[words] != rest.substr(0, blank))
      return 0;
    ++words;
    if (blank == std::string_view::npos) return words;
    rest.remove_prefix(blank + 1);
  }
}

// The command with the longest name that `arguments` begin with.
const Command* command_of(const Arguments& arguments) {
  const Command* found = nullptr;
  for (const Command& command : commands())
    if (words_of_name(command, arguments) != 0 &&
        (found == nullptr || command.name.size() > found->name.size()))
      found = &command;
  return found;
}

// ", did you mean ...?" if a command may have been meant.
std::string meant_command(std::string_view word) {
  std::vector<std::string_view> names;
  for (const Command& command : commands()) names.push_back(command.name);
  const std::string_view near = nearest(word, names);
  return near.empty() ? "" : fmt::format("; did you mean `sluice {}`?", near);
}

int run_help(const Arguments& arguments) {
  Arguments about(arguments.begin() + 1, arguments.end());
  std::erase_if(about, is_help);
  if (about.empty()) {
    const bool asks_about_help = arguments.size() > 1;
    if (!asks_about_help) return print({overview(), {}});
    about.emplace_back("help");
  }
  const Command* command = command_of(about);
  if (command == nullptr)
    return report_failure(
        {ErrorCode::kUsage,
         fmt::format("there is no command `{}`{} (see `sluice --help`)",
                     about.front(), meant_command(about.front())),
         0});
  about.emplace_back("--help");
  const Result<PrintAndExit> help = command->help(about);
  return help ? print(*help) : report_failure(help.error());
}

// --- completions ---

Result<PrintAndExit> help_on_completions(const Arguments&) {
  return PrintAndExit{
      "Usage: sluice completions SHELL\n\n"
      "Prints a script that teaches bash, zsh or fish to complete our "
      "options,\n"
      "commands and rules.\n\n"
      "Examples:\n"
      "  source <(sluice completions bash)        in ~/.bashrc\n"
      "  sluice completions zsh > ~/.zfunc/_sluice\n"
      "  sluice completions fish > ~/.config/fish/completions/sluice.fish\n",
      {}};
}

int run_completions(const Arguments& arguments) {
  if (std::ranges::any_of(arguments, is_help))
    return print(*help_on_completions(arguments));
  const std::string shell = arguments.size() == 2 ? arguments[1] : "";
  if (std::ranges::count(kShells, shell) == 0)
    return report_failure({ErrorCode::kUsage,
                           "completions: for bash, zsh or fish? (see `sluice "
                           "help completions`)",
                           0});
  std::vector<CommandToComplete> all;
  for (const Command& command : commands()) {
    Arguments words;
    std::string_view name = command.name;
    while (!name.empty()) {
      const std::size_t blank = std::min(name.find(' '), name.size());
      words.emplace_back(name.substr(0, blank));
      name.remove_prefix(std::min(blank + 1, name.size()));
    }
    words.emplace_back("--help");
    Result<PrintAndExit> help = command.help(words);
    if (!help) return report_failure(help.error());
    all.push_back({std::string(command.name), std::string(command.summary),
                   command.operand, std::move(help->options)});
  }
  return print({shell == "bash"  ? bash_completion(all)
                : shell == "zsh" ? zsh_completion(all)
                                 : fish_completion(all),
                {}});
}

// --- version ---

Result<PrintAndExit> help_on_version(const Arguments&) {
  return PrintAndExit{
      "Usage: sluice version\n\n"
      "Prints the number of the version on a line of its own, as `gitleaks\n"
      "version` does. Then come the commit that it was built from, the number\n"
      "of rules that are built in with their sha256, and the instructions of\n"
      "the processor that it uses.\n\n"
      "Example:\n"
      "  sluice version\n",
      {}};
}

int run_version(const Arguments& arguments) {
  if (std::ranges::any_of(arguments, is_help))
    return print(*help_on_version(arguments));
  if (arguments.size() > 1)
    return report_failure({ErrorCode::kUsage,
                           fmt::format("version takes no {} (to scan what is "
                                       "called so: sluice scan version)",
                                       arguments[1]),
                           0});
  return print({version_text(), {}});
}

// --- the others ---

// The commands that gitleaks has, with its exit codes.
int run_as_gitleaks(const Arguments& arguments) {
  constexpr int kFailed = 1;
  const auto options = parse_gitleaks_options(arguments);
  if (!options)
    return report_failure(options.error(), options.error().sys_errno == 0
                                               ? kFailed
                                               : GoFlags::kUnknownFlag);
  if (const auto* text = std::get_if<PrintAndExit>(&*options))
    return print(*text);
  return exit_code_of(run_gitleaks_command(std::get<GitleaksOptions>(*options)),
                      kFailed);
}

// A command of which `kParse` reads the options and `kRun` does the work.
template <typename Options, auto kParse, auto kRun>
int run_with(const Arguments& arguments) {
  auto options = kParse(arguments);
  if (!options) return report_failure(options.error());
  if (const auto* text = std::get_if<PrintAndExit>(&*options))
    return print(*text);
  return exit_code_of(kRun(std::get<Options>(*options)));
}
constexpr auto run_about_rules =
    run_with<RulesOptions, parse_rules_options, run_rules>;
constexpr auto run_about_report =
    run_with<ConvertOptions, parse_convert_options, run_convert>;
constexpr auto run_about_merge =
    run_with<MergeOptions, parse_merge_options, run_merge>;
constexpr auto run_about_git =
    run_with<GitOptions, parse_git_options, run_git_command>;
constexpr auto run_about_hook =
    run_with<HookOptions, parse_hook_options, run_hook>;

// A path that is not there may be a mistyped command.
int report_scan_failure(Error error, const ScanOptions& options) {
  if (error.code == ErrorCode::kNotFound && !options.paths.empty())
    error.message += meant_command(options.paths.front());
  return report_failure(error);
}

int run_walk_or_scan(const Arguments& arguments) {
  const auto options = parse_options(arguments);
  if (!options) return report_failure(options.error());
  if (const auto* text = std::get_if<PrintAndExit>(&*options))
    return print(*text);
  const auto& scan = std::get<ScanOptions>(*options);
  const Result<int> ended = scan.task != ScanTask::kReport ? run_baseline(scan)
                            : scan.list_files ? run_list_files(scan)
                            : !scan.explain_skip.empty()
                                ? run_explain_skip(scan)
                                : run_scan(scan);
  return ended ? *ended : report_scan_failure(ended.error(), scan);
}

constexpr auto kHelpOnScan = help_of<parse_options>;
constexpr auto kHelpOnGit = help_of<parse_git_options>;
constexpr auto kHelpOnReport = help_of<parse_convert_options>;
constexpr auto kHelpOnMerge = help_of<parse_merge_options>;
constexpr auto kHelpOnHook = help_of<parse_hook_options>;
constexpr auto kHelpOnRules = help_of<parse_rules_options>;
constexpr auto kHelpOnGitleaks = help_of<parse_gitleaks_options>;

constexpr std::array kCommands = {
    Command{"scan", "find secrets in files; what is done without a command",
            Operand::kPath, run_walk_or_scan, kHelpOnScan},
    Command{"git", "what is staged, or commits, or the whole history",
            Operand::kPath, run_about_git, kHelpOnGit},
    Command{"hook", "git's hook that scans what is about to be committed",
            Operand::kCommand, run_about_hook, kHelpOnHook},
    Command{"hook install", "install it", Operand::kPath, run_about_hook,
            kHelpOnHook},
    Command{"hook uninstall", "take it away", Operand::kPath, run_about_hook,
            kHelpOnHook},
    Command{"baseline", "the file of the findings that are known",
            Operand::kCommand, run_walk_or_scan, kHelpOnScan},
    Command{"baseline write", "what is found now is known from now on",
            Operand::kPath, run_walk_or_scan, kHelpOnScan},
    Command{"baseline prune", "take out what is not found any more",
            Operand::kPath, run_walk_or_scan, kHelpOnScan},
    Command{"report", "what is done with a report afterwards",
            Operand::kCommand, run_about_report, kHelpOnReport},
    Command{"report convert", "write one of -f json in another format",
            Operand::kPath, run_about_report, kHelpOnReport},
    Command{"report merge", "make one of several, of the shards of a scan",
            Operand::kPath, run_about_merge, kHelpOnMerge},
    Command{"config", "the settings that apply", Operand::kCommand,
            run_walk_or_scan, kHelpOnScan},
    Command{"config show", "print them, and where they come from",
            Operand::kPath, run_walk_or_scan, kHelpOnScan},
    Command{"dir", "as gitleaks does it, with its flags", Operand::kPath,
            run_as_gitleaks, kHelpOnGitleaks},
    Command{"stdin", "the same for standard input", Operand::kNone,
            run_as_gitleaks, kHelpOnGitleaks},
    Command{"detect", "gitleaks' older command for dir, git and stdin",
            Operand::kPath, run_as_gitleaks, kHelpOnGitleaks},
    Command{"protect", "the same for what is about to be committed",
            Operand::kPath, run_as_gitleaks, kHelpOnGitleaks},
    Command{"rules", "what rules there are, and whether they work",
            Operand::kCommand, run_about_rules, kHelpOnRules},
    Command{"rules list", "the rules and families", Operand::kNone,
            run_about_rules, kHelpOnRules},
    Command{"rules show", "all there is to know of a rule", Operand::kRuleId,
            run_about_rules, kHelpOnRules},
    Command{"rules check", "what is odd or dear about the rules of files",
            Operand::kPath, run_about_rules, kHelpOnRules},
    Command{"rules test", "whether rules find their examples", Operand::kPath,
            run_about_rules, kHelpOnRules},
    Command{"completions", "a script for bash, zsh or fish", Operand::kShell,
            run_completions, help_on_completions},
    Command{"version", "its number, commit and rules", Operand::kNone,
            run_version, help_on_version},
    Command{"help", "what a command does, and its options", Operand::kCommand,
            run_help, help_on_help},
};

}  // namespace

std::span<const Command> commands() { return kCommands; }

int run_command(const Arguments& arguments) {
  // Their name may stand behind flags, as with gitleaks.
  if (is_gitleaks_command(arguments)) return run_as_gitleaks(arguments);
  if (!arguments.empty() && is_help(arguments.front()))
    return run_help({"help"});
  const Command* command = command_of(arguments);
  return command == nullptr ? run_walk_or_scan(arguments)
                            : command->run(arguments);
}

}  // namespace sluice
