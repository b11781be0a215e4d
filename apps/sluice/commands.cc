#include "sluice/commands.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <utility>
#include <variant>

#include "base/log.h"
#include "sluice/git/git_command.h"
#include "sluice/help/completions.h"
#include "sluice/hook/agent_hook.h"
#include "sluice/hook/hook_command.h"
#include "sluice/redact/redact_command.h"
#include "sluice/report/convert_command.h"
#include "sluice/report/masked_tokens.h"
#include "sluice/report/merge_command.h"
#include "sluice/rules/rules_command.h"
#include "sluice/scan/explain_command.h"
#include "sluice/scan/scan_command.h"
#include "sluice/scan/walk_command.h"
#include "sluice/server/lsp_command.h"
#include "sluice/server/mcp_command.h"
#include "text/edit_distance.h"
#include "text/escape.h"
#if SLUICE_COMPAT
#include "sluice/compat/gitleaks_command.h"
#include "sluice/compat/go_flags.h"
#endif

namespace sluice {
namespace {

constexpr int kCannotRun = 2;
// The status that a shell reports for a process that a closed pipe ended.
constexpr int kPipeClosed = 128 + 13;

int report_failure(const Error& error, int code = kCannotRun) {
  // The reader closed the pipe (`sluice ... | head -1`), which is no error.
  if (error.sys_errno == EPIPE) return kPipeClosed;
  // The message may quote a path, and a path may contain any bytes.
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
      "sluice finds leaked secrets in files and git repositories, and reports "
      "exactly\n"
      "what it read.\n\n"
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
  sluice git --staged           scan what the next commit adds
  sluice -o report.html         write the report as a web page
  sluice rules list github      list the rules for GitHub

`sluice help COMMAND` lists the options of a command. Begin with `sluice help
scan`.
)";
}

Result<PrintAndExit> help_on_help(const Arguments&) {
  return PrintAndExit{
      "Usage: sluice help [COMMAND]\n\n"
      "Prints what COMMAND does and its options. Without COMMAND, lists all\n"
      "commands.\n\n"
      "Examples:\n"
      "  sluice help scan\n"
      "  sluice help rules list\n",
      {}};
}

bool is_help(std::string_view argument) {
  return argument == "-h" || argument == "--help";
}

// Returns how many of `arguments` are the words of the command's name, or 0 if
// they do not name this command.
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

// Returns the command with the longest name that `arguments` begin with.
const Command* command_of(const Arguments& arguments) {
  const Command* found = nullptr;
  for (const Command& command : commands())
    if (words_of_name(command, arguments) != 0 &&
        (found == nullptr || command.name.size() > found->name.size()))
      found = &command;
  return found;
}

// The commands whose second word is `word`: `report merge` for "merge".
std::vector<const Command*> commands_that_end_in(std::string_view word) {
  std::vector<const Command*> found;
  for (const Command& command : commands()) {
    const std::size_t blank = command.name.find(' ');
    if (blank != std::string_view::npos &&
        command.name.substr(blank + 1) == word)
      found.push_back(&command);
  }
  return found;
}

// "; did you mean ...?" if `word` resembles the name of a command.
std::string meant_command(std::string_view word) {
  std::string meant;
  for (const Command* command : commands_that_end_in(word))
    meant += fmt::format("{}`sluice {}`", meant.empty() ? "" : " or ",
                         command->name);
  if (meant.empty()) {
    std::vector<std::string_view> names;
    for (const Command& command : commands()) names.push_back(command.name);
    const std::string_view near = nearest(word, names);
    if (!near.empty()) meant = fmt::format("`sluice {}`", near);
  }
  return meant.empty() ? "" : fmt::format("; did you mean {}?", meant);
}

// "rules list" as two arguments.
Arguments words_of(std::string_view name) {
  Arguments words;
  while (!name.empty()) {
    const std::size_t blank = std::min(name.find(' '), name.size());
    words.emplace_back(name.substr(0, blank));
    name.remove_prefix(std::min(blank + 1, name.size()));
  }
  return words;
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
  if (command == nullptr && about.size() == 1) {
    const std::vector<const Command*> found =
        commands_that_end_in(about.front());
    if (found.size() == 1) {
      command = found.front();
      about = words_of(command->name);
    }
  }
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
      "Prints a script with which bash, zsh or fish completes the commands,\n"
      "options and rule ids of sluice.\n\n"
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
                           "completions: name a shell: bash, zsh or fish? (see "
                           "`sluice help completions`)",
                           0});
  std::vector<CommandToComplete> all;
  for (const Command& command : commands()) {
    Arguments words = words_of(command.name);
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
      "Prints the version on the first line, as `gitleaks version` does. Then\n"
      "come the commit of the build, the number of built-in rules with their\n"
      "sha256, and the processor instructions that sluice uses.\n\n"
      "Example:\n"
      "  sluice version\n",
      {}};
}

int run_version(const Arguments& arguments) {
  if (std::ranges::any_of(arguments, is_help))
    return print(*help_on_version(arguments));
  if (arguments.size() > 1)
    return report_failure(
        {ErrorCode::kUsage,
         fmt::format("`sluice version` takes no argument, but "
                     "got {} (to scan a path named version: "
                     "`sluice scan version`)",
                     arguments[1]),
         0});
  return print({version_text(), {}});
}

// --- all other commands ---

#if SLUICE_COMPAT
// Runs a command of gitleaks, with gitleaks' exit codes.
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
constexpr auto kHelpOnGitleaks = help_of<parse_gitleaks_options>;
#endif

// Runs a command: `kParse` reads its options, `kRun` does the work.
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
constexpr auto run_about_redact =
    run_with<RedactOptions, parse_redact_options, run_redact>;
constexpr auto run_about_mcp = run_with<McpOptions, parse_mcp_options, run_mcp>;
constexpr auto run_about_lsp = run_with<LspOptions, parse_lsp_options, run_lsp>;
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
  const Result<int> ended =
      scan.task == ScanTask::kExplain  ? run_explain(scan)
      : scan.task != ScanTask::kReport ? run_baseline(scan)
      : scan.list_files                ? run_list_files(scan)
      : !scan.explain_skip.empty()     ? run_explain_skip(scan)
                                       : run_scan(scan);
  return ended ? *ended : report_scan_failure(ended.error(), scan);
}

constexpr auto kHelpOnScan = help_of<parse_options>;
constexpr auto kHelpOnGit = help_of<parse_git_options>;
constexpr auto kHelpOnReport = help_of<parse_convert_options>;
constexpr auto kHelpOnMerge = help_of<parse_merge_options>;
constexpr auto kHelpOnHook = help_of<parse_hook_options>;
constexpr auto kHelpOnMcp = help_of<parse_mcp_options>;
constexpr auto kHelpOnLsp = help_of<parse_lsp_options>;
constexpr auto kHelpOnAgentHook = help_of<parse_agent_hook_options>;
constexpr auto kHelpOnRedact = help_of<parse_redact_options>;
constexpr auto kHelpOnRules = help_of<parse_rules_options>;

constexpr std::array kCommands = {
    Command{"scan", "scan files for secrets (the default command)",
            Operand::kPath, run_walk_or_scan, kHelpOnScan},
    Command{"git", "scan staged changes, commits or the whole history",
            Operand::kPath, run_about_git, kHelpOnGit},
    Command{"redact", "write a text again with its secrets replaced",
            Operand::kPath, run_about_redact, kHelpOnRedact},
    Command{"hook", "manage hooks of git and of coding agents",
            Operand::kCommand, run_about_hook, kHelpOnHook},
    Command{"hook install", "scan what is staged, or what an agent does",
            Operand::kPath, run_about_hook, kHelpOnHook},
    Command{"hook uninstall", "remove the hook", Operand::kPath, run_about_hook,
            kHelpOnHook},
    Command{"hook agent", "answer a message of a coding agent's hook",
            Operand::kNone, run_agent_hook, kHelpOnAgentHook},
    Command{"mcp", "serve tools to coding agents (MCP)", Operand::kNone,
            run_about_mcp, kHelpOnMcp},
    Command{"lsp", "show secrets in an editor while you type (LSP)",
            Operand::kNone, run_about_lsp, kHelpOnLsp},
    Command{"explain", "say what is found at a place or not, and why",
            Operand::kPath, run_walk_or_scan, kHelpOnScan},
    Command{"baseline", "manage the list of known findings", Operand::kCommand,
            run_walk_or_scan, kHelpOnScan},
    Command{"baseline write", "record all current findings as known",
            Operand::kPath, run_walk_or_scan, kHelpOnScan},
    Command{"baseline prune", "remove entries whose findings are gone",
            Operand::kPath, run_walk_or_scan, kHelpOnScan},
    Command{"baseline add", "accept findings or unreadable paths, and say why",
            Operand::kPath, run_walk_or_scan, kHelpOnScan},
    Command{"baseline remove", "remove single entries", Operand::kPath,
            run_walk_or_scan, kHelpOnScan},
    Command{"baseline list", "print entries with their reason and last day",
            Operand::kPath, run_walk_or_scan, kHelpOnScan},
    Command{"rules", "look at rules and test them", Operand::kCommand,
            run_about_rules, kHelpOnRules},
    Command{"rules list", "list rules", Operand::kNone, run_about_rules,
            kHelpOnRules},
    Command{"rules show", "print everything about a rule", Operand::kRuleId,
            run_about_rules, kHelpOnRules},
    Command{"rules check", "report mistakes and slow patterns in rule files",
            Operand::kPath, run_about_rules, kHelpOnRules},
    Command{"rules test", "test whether rules find their examples",
            Operand::kPath, run_about_rules, kHelpOnRules},
    Command{"report", "convert or merge reports", Operand::kCommand,
            run_about_report, kHelpOnReport},
    Command{"report convert",
            "write a report of sluice or others in other formats",
            Operand::kPath, run_about_report, kHelpOnReport},
    Command{"report merge", "join several JSON reports", Operand::kPath,
            run_about_merge, kHelpOnMerge},
    Command{"config", "look at settings", Operand::kCommand, run_walk_or_scan,
            kHelpOnScan},
    Command{"config show", "print each setting and where it comes from",
            Operand::kPath, run_walk_or_scan, kHelpOnScan},
    Command{"completions", "print a completion script for a shell",
            Operand::kShell, run_completions, help_on_completions},
    Command{"version", "print the version, the commit and the rules",
            Operand::kNone, run_version, help_on_version},
    Command{"help", "print help about a command", Operand::kCommand, run_help,
            help_on_help},
#if SLUICE_COMPAT
    Command{"dir", "scan files as `gitleaks dir` does, with its flags",
            Operand::kPath, run_as_gitleaks, kHelpOnGitleaks},
    Command{"stdin", "scan standard input as `gitleaks stdin` does",
            Operand::kNone, run_as_gitleaks, kHelpOnGitleaks},
    Command{"detect", "scan as gitleaks' older command `detect` does",
            Operand::kPath, run_as_gitleaks, kHelpOnGitleaks},
    Command{"protect", "scan as gitleaks' older command `protect` does",
            Operand::kPath, run_as_gitleaks, kHelpOnGitleaks},
#endif
};

}  // namespace

std::span<const Command> commands() { return kCommands; }

int run_command(const Arguments& arguments) {
#if SLUICE_COMPAT
  // Flags may come before the command's name, as in gitleaks.
  if (is_gitleaks_command(arguments)) return run_as_gitleaks(arguments);
#endif
  log_masked_by(masked_tokens);
  if (!arguments.empty() && is_help(arguments.front()))
    return run_help({"help"});
  const Command* command = command_of(arguments);
  return command == nullptr ? run_walk_or_scan(arguments)
                            : command->run(arguments);
}

}  // namespace sluice
