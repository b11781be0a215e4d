#include "sluice/compat/gitleaks_command.h"

#include <algorithm>
#include <array>
#include <limits>

#include "gitleaks/go/lower_case.h"
#include "gitleaks/patch/log_options.h"
#include "gitleaks/report/web_links.h"
#include "sluice/compat/go_flags.h"

namespace sluice {
namespace {

using FlagKind = GoFlag::Kind;

// Flags that only some commands have.
constexpr GoFlag kFollowSymlinks{
    .name = "follow-symlinks",
    .kind = FlagKind::kSwitch,
    .help = "Also scan files that symbolic links point to."};
constexpr GoFlag kLogOpts{
    .name = "log-opts",
    .value = "WORDS",
    .help = "Choose commits with options of git log: see docs/GIT.md."};
constexpr GoFlag kNoGit{.name = "no-git",
                        .kind = FlagKind::kSwitch,
                        .help = "Scan files instead of commits."};
constexpr GoFlag kPipe{
    .name = "pipe", .kind = FlagKind::kSwitch, .help = "Scan standard input."};
constexpr GoFlag kPlatform{
    .name = "platform",
    .value = "NAME",
    .help =
        "Write links for NAME: github, gitlab, azuredevops, gitea, "
        "bitbucket or none. [by the remote's address]"};
constexpr GoFlag kPreCommit{
    .name = "pre-commit",
    .kind = FlagKind::kSwitch,
    .help = "Scan changes that are not staged, instead of commits."};
constexpr GoFlag kSource{
    .name = "source",
    .letter = 's',
    .value = "PATH",
    .help = "Scan PATH: a repository, a file or a directory. [.]"};
constexpr GoFlag kStaged{
    .name = "staged",
    .kind = FlagKind::kSwitch,
    .help = "Scan what the next commit adds, instead of commits."};

constexpr std::array kFlags = {
    GoFlag{.name = "baseline-path",
           .letter = 'b',
           .value = "FILE",
           .help = "Do not report leaks that this JSON report lists."},
    GoFlag{.name = "config",
           .letter = 'c',
           .value = "FILE",
           .help = "Read rules from FILE. [GITLEAKS_CONFIG (a path), "
                   "GITLEAKS_CONFIG_TOML (a text), .sluice.toml or "
                   ".gitleaks.toml in PATH, or the rules of sluice]"},
    GoFlag{.name = "diagnostics"},
    GoFlag{.name = "diagnostics-dir"},
    GoFlag{.name = "enable-rule",
           .kind = FlagKind::kList,
           .value = "ID,..",
           .help = "Use only the rules with these ids."},
    GoFlag{.name = "exit-code",
           .kind = FlagKind::kNumber,
           .value = "N",
           .help = "Exit with N if there are leaks. [1]"},
    GoFlag{.name = "gitleaks-ignore-path",
           .letter = 'i',
           .value = "FILE",
           .help = "Read a .gitleaksignore: FILE, or the one in the directory "
                   "FILE. [.]"},
    GoFlag{.name = "help",
           .letter = 'h',
           .kind = FlagKind::kSwitch,
           .help = "Print this help."},
    GoFlag{.name = "ignore-gitleaks-allow",
           .kind = FlagKind::kSwitch,
           .help = "Also report leaks that a comment gitleaks:allow allows."},
    GoFlag{.name = "log-level",
           .letter = 'l',
           .value = "LEVEL",
           .help = "Log messages from LEVEL up: trace, debug, info, warn, "
                   "error or fatal. [info]"},
    GoFlag{.name = "max-archive-depth",
           .kind = FlagKind::kNumber,
           .value = "N",
           .help = "Look into archives (recognized by name), nested up to N "
                   "deep. [0]"},
    GoFlag{.name = "max-decode-depth",
           .kind = FlagKind::kNumber,
           .value = "N",
           .help = "Decode nested encodings up to N times. [5]"},
    GoFlag{.name = "max-target-megabytes",
           .kind = FlagKind::kNumber,
           .value = "N",
           .help = "Skip files larger than N megabytes."},
    GoFlag{.name = "no-banner",
           .kind = FlagKind::kSwitch,
           .help = "Do nothing: sluice prints no banner."},
    GoFlag{.name = "no-color",
           .kind = FlagKind::kSwitch,
           .help = "With -v, print neither colors nor context."},
    GoFlag{.name = "redact",
           .kind = FlagKind::kCount,
           .alone = "100",
           .help = "Mask each secret, or N percent of it with --redact=N."},
    GoFlag{
        .name = "report-format",
        .letter = 'f',
        .value = "FORMAT",
        .help =
            "Write the report in FORMAT: json, csv, junit, sarif or template."},
    GoFlag{.name = "report-path",
           .letter = 'r',
           .value = "FILE",
           .help = "Write a report to FILE (- for standard output)."},
    GoFlag{.name = "report-template",
           .value = "FILE",
           .help = "With -f template, use this file, in the language of Go's "
                   "text/template."},
    GoFlag{.name = "timeout",
           .kind = FlagKind::kNumber,
           .value = "N",
           .help = "Stop after N seconds."},
    GoFlag{.name = "verbose",
           .letter = 'v',
           .kind = FlagKind::kSwitch,
           .help = "Print the leaks."},
};

constexpr std::string_view kGitleaksUsage =
    R"(Usage: sluice dir [FLAGS] [PATH]
       sluice stdin [FLAGS]
       sluice git FLAGS [REPO]
       sluice detect [FLAGS]
       sluice protect [FLAGS]

Finds what gitleaks finds with the same rules and reports it as gitleaks does.
So `sluice` can replace `gitleaks` in a job. `sluice scan` is more thorough and
has other rules, reports and exit codes. `sluice git` works as gitleaks does if
it gets a flag that only gitleaks has.

`detect` and `protect` are gitleaks' older commands. `detect` is `git`, or `dir`
with --no-git, or `stdin` with --pipe. `protect` is `git --pre-commit`.
)";

constexpr std::string_view kExitCodes = R"(Exit codes:
  0    no leaks
  1    leaks, an error, or something that could not be read
  126  an unknown flag

Examples:
  sluice dir -v .                       scan files and print the leaks
  sluice dir -f sarif -r leaks.sarif    write a report
  sluice git --pre-commit --staged      scan what is staged
  sluice detect --source . -v           scan commits and print the leaks
  git diff | sluice stdin               scan standard input)";

bool is_git(std::string_view word) { return word == "git"; }

bool is_older(std::string_view word) {
  return word == "detect" || word == "protect";
}

// Returns the flags that only some commands have, of `command`.
std::vector<GoFlag> own_flags_of(std::string_view command) {
  if (command == "git") return {kLogOpts, kPlatform, kPreCommit, kStaged};
  if (command == "detect")
    return {kFollowSymlinks, kLogOpts, kNoGit, kPipe, kPlatform, kSource};
  if (command == "protect") return {kLogOpts, kSource, kStaged};
  if (command == "stdin") return {};
  return {kFollowSymlinks};
}

std::vector<GoFlag> flags_of(std::string_view command) {
  std::vector<GoFlag> flags = own_flags_of(command);
  flags.insert(flags.end(), kFlags.begin(), kFlags.end());
  return flags;
}

PrintAndExit help_of_flags(std::span<const GoFlag> flags) {
  Help help{std::string(kGitleaksUsage), {}, std::string(kExitCodes)};
  for (const GoFlag& flag : flags) {
    if (flag.help.empty()) continue;
    OptionInfo option{.value = std::string(flag.value),
                      .help = std::string(flag.help)};
    if (flag.letter != '\0') option.names.push_back({'-', flag.letter});
    option.names.push_back("--" + std::string(flag.name));
    help.options.push_back(std::move(option));
  }
  std::string page = help_page(help);
  return {std::move(page), std::move(help.options)};
}

bool is_command(std::string_view word) {
  return word == "dir" || word == "directory" || word == "file" ||
         word == "stdin" || is_older(word);
}

Result<void> refuse_unsupported(const GoFlags& flags) {
  for (const std::string_view name : {"diagnostics", "diagnostics-dir"})
    if (!flags.text(name, "").empty())
      return fail(ErrorCode::kUsage, "--{} is not supported", name);
  return {};
}

std::string lower_extension(const std::string& path) {
  const std::string_view name =
      std::string_view(path).substr(path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? "" : to_lower(name.substr(dot));
}

Result<GitleaksFormat> read_format(const std::string& name,
                                   const std::string& path) {
  constexpr std::string_view kBlanks = " \t\r\n";
  std::string wanted = to_lower(name);
  wanted.erase(0, std::min(wanted.find_first_not_of(kBlanks), wanted.size()));
  wanted.erase(wanted.find_last_not_of(kBlanks) + 1);
  if (name.empty()) {
    const std::string extension = lower_extension(path);
    if (extension == ".json" || extension == ".csv" || extension == ".sarif")
      wanted = extension.substr(1);
  }
  if (wanted == "json") return GitleaksFormat::kJson;
  if (wanted == "csv") return GitleaksFormat::kCsv;
  if (wanted == "junit") return GitleaksFormat::kJunit;
  if (wanted == "sarif") return GitleaksFormat::kSarif;
  if (wanted == "template") return GitleaksFormat::kTemplate;
  if (name.empty())
    return fail(ErrorCode::kUsage,
                "Unknown report format: the name {} does not choose one; give "
                "one with -f",
                path);
  return fail(ErrorCode::kUsage, "unknown report format {}", name);
}

// The flags -f template and --report-template need each other, as in gitleaks.
Result<void> read_template(const GoFlags& flags, GitleaksOptions* options) {
  options->template_path = flags.text("report-template", "");
  const bool is_template = options->report_format == GitleaksFormat::kTemplate;
  if (is_template && options->template_path.empty())
    return fail(ErrorCode::kUsage,
                "-f template needs a template: --report-template FILE");
  if (!is_template && !options->template_path.empty())
    return fail(ErrorCode::kUsage, "--report-template needs -f template");
  return {};
}

void read_log_level(const GoFlags& flags, GitleaksOptions* options) {
  constexpr std::array<std::pair<std::string_view, LogLevel>, 7> kLevels = {{
      {"trace", LogLevel::kTrace},
      {"debug", LogLevel::kDebug},
      {"info", LogLevel::kInfo},
      {"warn", LogLevel::kWarn},
      {"err", LogLevel::kError},
      {"error", LogLevel::kError},
      {"fatal", LogLevel::kFatal},
  }};
  const std::string name = flags.text("log-level", "info");
  const std::string wanted = to_lower(name);
  for (const auto& [known, level] : kLevels) {
    if (wanted != known) continue;
    options->log_level = level;
    return;
  }
  options->unknown_log_level = name;
}

Result<GitleaksGitOptions> read_git_flags(std::string_view command,
                                          const GoFlags& flags) {
  GitleaksGitOptions git;
  git.staged = flags.is_on("staged");
  git.changes = command == "protect" || git.staged || flags.is_on("pre-commit");
  git.log_options = flags.text("log-opts", "");
  git.platform = flags.text("platform", "");
  // The other flags do not count then, as in gitleaks.
  if (git.changes) return git;
  SLUICE_TRY_ASSIGN(git.log_words, read_log_options(git.log_options));
  SLUICE_TRY(WebLinks::check_platform(git.platform));
  return git;
}

// Whether a flag shows that the user wants gitleaks' command line. The flags
// that our own `sluice git` has too do not show it, except --redact without a
// number.
bool has_flag_of_gitleaks(std::span<const std::string> arguments) {
  constexpr auto kShared = std::to_array<std::string_view>(
      {"config", "enable-rule", "help", "staged", "verbose"});
  const std::vector<GoFlag> flags = flags_of("git");
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string_view word = arguments[i];
    if (word == "--") return false;
    if (word == "--redact" &&
        (i + 1 == arguments.size() || arguments[i + 1].starts_with('-')))
      return true;
    if (!word.starts_with('-')) continue;
    word.remove_prefix(1);
    const bool is_long = word.starts_with('-');
    const std::string_view name =
        is_long ? word.substr(1, word.find('=') - 1) : "";
    const auto flag = std::ranges::find_if(flags, [&](const GoFlag& one) {
      return is_long ? one.name == name
                     : !word.empty() && one.letter == word.front();
    });
    if (flag == flags.end() || flag->name == "redact" ||
        std::ranges::count(kShared, flag->name) > 0)
      continue;
    // Our own -f is --format, so the letter shows nothing.
    if (is_long || flag->name != "report-format") return true;
  }
  return false;
}

// Whether the command, by its name and flags, scans commits. If both --no-git
// and --pipe are given, --no-git counts, as in gitleaks.
bool scans_commits(const GoFlags& flags) {
  const std::string& command = flags.arguments().front();
  return is_git(command) || command == "protect" ||
         (command == "detect" && !flags.is_on("no-git") &&
          !flags.is_on("pipe"));
}

Result<void> read_subject(const GoFlags& flags, GitleaksOptions* options) {
  const std::vector<std::string>& words = flags.arguments();
  const std::string& command = words.front();
  options->standard_input =
      command == "stdin" ||
      (command == "detect" && flags.is_on("pipe") && !flags.is_on("no-git"));
  if (is_older(command)) {
    options->target = flags.text("source", "");
    if (words.size() > 1) options->unread_word = words[1];
  } else if (command != "stdin") {
    if (words.size() > 2)
      return fail(ErrorCode::kUsage, "more than one path: {} and {}", words[1],
                  words[2]);
    if (words.size() == 2) options->target = words[1];
  }
  if (options->target.empty()) options->target = ".";
  return {};
}

int small_number(std::int64_t number) {
  return static_cast<int>(
      std::clamp<std::int64_t>(number, std::numeric_limits<int>::min(),
                               std::numeric_limits<int>::max()));
}

}  // namespace

bool is_gitleaks_command(std::span<const std::string> arguments) {
  const auto word = first_word(kFlags, arguments);
  if (!word) return false;
  return is_command(arguments[*word]) ||
         (is_git(arguments[*word]) && has_flag_of_gitleaks(arguments));
}

Result<std::variant<GitleaksOptions, PrintAndExit>> parse_gitleaks_options(
    std::span<const std::string> arguments) {
  const auto word = first_word(kFlags, arguments);
  const std::vector<GoFlag> known = flags_of(arguments[word.value_or(0)]);
  Result<GoFlags> parsed = GoFlags::parse(known, arguments);
  if (!parsed) {
    Error error = std::move(parsed.error());
    if (error.sys_errno == GoFlags::kUnknownFlag &&
        is_git(arguments[word.value_or(0)]))
      error.message +=
          "; with a flag that only gitleaks has, `sluice git` takes gitleaks' "
          "flags alone";
    return tl::unexpected<Error>(std::move(error));
  }
  const GoFlags& flags = *parsed;
  if (flags.is_on("help")) return help_of_flags(known);
  SLUICE_TRY(refuse_unsupported(flags));

  GitleaksOptions options;
  SLUICE_TRY(read_subject(flags, &options));
  if (scans_commits(flags)) {
    SLUICE_TRY_ASSIGN(options.git,
                      read_git_flags(flags.arguments().front(), flags));
  }
  options.config = flags.text("config", "");
  options.exit_code = small_number(flags.number("exit-code", 1));
  options.report_path = flags.text("report-path", "");
  if (!options.report_path.empty()) {
    SLUICE_TRY_ASSIGN(
        options.report_format,
        read_format(flags.text("report-format", ""), options.report_path));
    SLUICE_TRY(read_template(flags, &options));
  }
  options.baseline_path = flags.text("baseline-path", "");
  read_log_level(flags, &options);
  options.verbose = flags.is_on("verbose");
  options.no_color = flags.is_on("no-color");
  options.max_megabytes = static_cast<std::uint64_t>(
      std::max<std::int64_t>(flags.number("max-target-megabytes", 0), 0));
  options.ignore_allow_comments = flags.is_on("ignore-gitleaks-allow");
  options.redact = static_cast<std::uint64_t>(flags.number("redact", 0));
  options.enabled_rules = flags.list("enable-rule");
  options.ignore_path = flags.text("gitleaks-ignore-path", ".");
  options.max_decode_depth =
      std::max(small_number(flags.number("max-decode-depth", 5)), 0);
  options.max_archive_depth = static_cast<unsigned>(
      std::max(small_number(flags.number("max-archive-depth", 0)), 0));
  options.timeout_s = flags.number("timeout", 0);
  options.follow_symlinks = flags.is_on("follow-symlinks");
  return options;
}

}  // namespace sluice
