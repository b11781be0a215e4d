#include "sluice/scan/scan_options.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>

#include "fs/file_system.h"
#include "sluice/command_line/command_line.h"
#include "sluice/command_line/option_values.h"
#include "sluice/command_line/shared_options.h"
#include "sluice/report/formats.h"
#include "sluice/scan/path_list.h"
#include "sluice/settings/configuration.h"
#include "sluice/settings/organisation.h"
#include "sluice/settings/settings.h"
#include "text/escape.h"

namespace sluice {
namespace {

constexpr const char* kScanFooter = R"(
Exit codes:
  0  no secret found, and everything was read
  1  secrets found
  2  sluice could not run: wrong usage or rules, a missing path, a report that
     cannot be written
  3  no secret found, but something could not be read (the report names it)

Examples:
  sluice scan                 scan the current directory
  sluice scan src .env        scan a directory and a file
  git diff | sluice scan -    scan standard input
  sluice scan -f json . | jq '.findings[].path'
  sluice scan -f sarif -o scan.sarif -o scan.html

To allow a secret, write `sluice:allow` in a comment on its line.)";

constexpr const char* kScanUsage =
    "Usage: sluice [scan] [OPTIONS] [PATH]...\n\n"
    "Scans files for secrets and reports what it found and what it read. PATH "
    "is a\n"
    "file, a directory, or - for standard input. The default is the current\n"
    "directory.\n";

constexpr const char* kBaselineFooter = R"(Exit codes:
  0  done
  2  sluice could not run: wrong usage or rules, a missing path, or a baseline
     that it cannot read
  3  done, but something could not be read; its entries stay in the baseline

Examples:
  sluice baseline write       record all current findings as known
  sluice baseline prune       remove the entries whose findings are gone
  sluice baseline add src/a.py:12 --reason "rotated" --until 2027-01-31
                              accept a finding until that day
  sluice baseline add test/broken.zip --reason "broken on purpose"
                              accept that a path cannot be read
  sluice baseline write --ignore-baseline
                              also record findings that .gitleaksignore lists

docs/BASELINE.md explains how findings and entries are compared.)";

constexpr const char* kBaselineUsage =
    "Usage: sluice baseline write|prune [OPTIONS] [PATH]...\n"
    "       sluice baseline add --reason WHY [--until DATE] [OPTIONS] "
    "ENTRY...\n"
    "       sluice baseline remove|list [OPTIONS] [ENTRY]...\n\n"
    "Keeps a list of known findings, which later scans do not report. `write` "
    "adds\n"
    "all current findings to it. `prune` removes the entries whose findings "
    "are\n"
    "gone. Both scan PATH (default: the current directory) and update the "
    "file\n"
    ".sluice-baseline in it.\n\n"
    "`add`, `remove` and `list` change or print single entries of "
    ".sluice-baseline in\n"
    "the current directory. ENTRY is a fingerprint, FILE:LINE, or a path, "
    "which means\n"
    "everything found in it and every unreadable path below it.\n";

constexpr const char* kExplainUsage =
    "Usage: sluice explain [OPTIONS] PLACE...\n\n"
    "Says in sentences what a scan of the current directory finds at PLACE, or "
    "why it\n"
    "finds nothing. PLACE is FILE, FILE:LINE, a directory or a fingerprint.\n";

constexpr const char* kExplainFooter = R"(Exit codes:
  0  explained, whatever was found
  2  sluice could not run: wrong usage or rules, or a missing path

Examples:
  sluice explain src/a.py:12  say why line 12 is reported, or why not
  sluice explain src/a.log    also say which ignore file excludes the file

docs/DROPS.md lists the reasons.)";

constexpr const char* kConfigPage =
    "Usage: sluice config show [OPTIONS] [PATH]...\n\n"
    "Prints the settings that a scan of PATH (default: the current directory)\n"
    "would use, and where each comes from: the command line, an environment\n"
    "variable SLUICE_*, the table [scan] of a configuration, or the default.\n"
    "OPTIONS are those of `sluice scan`; `sluice help scan` lists them.\n\n"
    "Examples:\n"
    "  sluice config show\n"
    "  SLUICE_WORKERS=2 sluice config show --min-confidence high src\n\n"
    "docs/CONFIGURATION.md explains the settings.\n";

// The options of a scan that are about its report. A baseline has none.
constexpr auto kOfReport = std::to_array<std::string_view>(
    {"--list-files", "--null", "--explain-skip", "--explain-drops", "--format",
     "--output", "--show-secrets", "--redact", "--quiet", "--color",
     "--shard"});

// The options that `explain` does not have. It may show secrets.
constexpr auto kNotOfExplain = std::to_array<std::string_view>(
    {"--list-files", "--null", "--explain-skip", "--explain-drops", "--format",
     "--output", "--redact", "--quiet", "--color", "--shard", "--files-from",
     "--diff"});

void hide(std::span<const std::string_view> names, CLI::App* app) {
  for (const std::string_view name : names)
    app->get_option(std::string(name))->group("");
}

void hide_options_of_report(CLI::App* app) {
  hide(kOfReport, app);
  app->get_option("--baseline")
      ->description(
          "Write to FILE; further baselines are only read. "
          "[.sluice-baseline]");
  app->get_option("--ignore-baseline")
      ->description("Also record findings that other baselines list.");
  app->get_option("--ignore-allow")
      ->description("Also record findings that a comment allows.");
  app->get_option("--min-confidence")
      ->description(
          "Record only findings of this confidence or above: low, medium or "
          "high. [medium]");
  app->get_option("--enable-rule")
      ->description("Record only findings of rule ID; may be repeated.");
  app->get_option("--disable-rule")
      ->description("Do not record findings of rule ID; may be repeated.");
  app->get_option("--verbose")->description("Log each step to standard error.");
}

// The options of `baseline add`.
void describe_entry(CLI::App* app, ScanOptions* options) {
  begin_group(*app, "Entries");
  app->add_option("--reason", options->reason,
                  "Say why the entries of `add` may stay.")
      ->option_text("WHY");
  app->add_option("--until", options->until,
                  "Let the entries of `add` count up to this day in UTC.")
      ->option_text("YYYY-MM-DD");
}

// Moves the words after `baseline add`, `remove` and `list` to the targets.
Result<void> take_targets(ScanOptions* options) {
  const ScanTask task = options->task;
  if (task != ScanTask::kAddToBaseline &&
      (!options->reason.empty() || !options->until.empty()))
    return fail(ErrorCode::kUsage,
                "--reason and --until are options of `sluice baseline add`");
  if (task == ScanTask::kAddToBaseline ||
      task == ScanTask::kRemoveFromBaseline ||
      task == ScanTask::kListBaseline || task == ScanTask::kExplain)
    options->targets = std::exchange(options->paths, {});
  return {};
}

Result<void> refuse(std::span<const std::string_view> names,
                    const CLI::App& app, std::string_view command) {
  for (const std::string_view name : names)
    if (app.get_option(std::string(name))->count() != 0)
      return fail(ErrorCode::kUsage,
                  "{} is about the report of a scan; `sluice {}` writes none "
                  "(see `sluice help {}`)",
                  name, command, command);
  return {};
}

// The command that the words before the paths name.
struct ParsedScan {
  ScanTask task = ScanTask::kReport;
  bool show_settings = false;
  std::vector<std::string> paths;
};

// Takes the words of the command's name off `words`. The default command is
// `scan`.
Result<ParsedScan> take_command(Words words) {
  ParsedScan command;
  std::vector<std::string>& first = words.before_dashes;
  const std::string group = first.empty() ? "" : first.front();
  const std::string verb = first.size() < 2 ? "" : first[1];
  std::ptrdiff_t used = 0;
  if (group == "scan") {
    used = 1;
  } else if (group == "explain") {
    used = 1;
    command.task = ScanTask::kExplain;
  } else if (group == "baseline" || group == "config") {
    used = 2;
    if (group == "config" && verb == "show")
      command.show_settings = true;
    else if (group == "baseline" && verb == "write")
      command.task = ScanTask::kWriteBaseline;
    else if (group == "baseline" && verb == "prune")
      command.task = ScanTask::kPruneBaseline;
    else if (group == "baseline" && verb == "add")
      command.task = ScanTask::kAddToBaseline;
    else if (group == "baseline" && verb == "remove")
      command.task = ScanTask::kRemoveFromBaseline;
    else if (group == "baseline" && verb == "list")
      command.task = ScanTask::kListBaseline;
    else
      return fail(
          ErrorCode::kUsage,
          "`sluice {0}` needs a second word: {1} (to scan a path of that name: "
          "`sluice scan {0}`)",
          group,
          group == "config" ? "show" : "write, prune, add, remove or list");
  }
  first.erase(first.begin(), first.begin() + used);
  command.paths = words.all();
  return command;
}

// Continues the group of describe_filter().
void describe_walk(CLI::App* app, ScanOptions* options, RawOptions* raw,
                   std::string* files_from) {
  app->add_option("--files-from", *files_from,
                  "Scan the paths that FILE lists (- for standard input).")
      ->option_text("FILE");
  app->add_option("--diff", raw->diff,
                  "Read a diff on standard input as the files that it changes: "
                  "auto, or never. [auto]")
      ->option_text("WHEN")
      ->transform(one_of({"auto", "never"}));
  app->add_flag("--list-files", options->list_files,
                "Print the files that would be scanned, and stop.");
  app->add_flag("-0,--null", options->null,
                "End each path of --list-files with a NUL byte.");
  app->add_option("--explain-skip", options->explain_skip,
                  "Print why FILE would be skipped or scanned, and stop.")
      ->option_text("FILE")
      ->allow_extra_args(false);
  app->add_flag("--follow", options->walk.follow,
                "Follow symbolic links; scan each file once.");
  app->add_option("--max-depth", options->walk.max_depth,
                  "Descend at most N levels; 1 means only the files that lie "
                  "directly in PATH.")
      ->option_text("N")
      ->transform(number_in(0, std::numeric_limits<std::size_t>::max()));
  app->add_option("--max-file-size", raw->max_file_size,
                  "Skip files larger than SIZE (10M, 1G), unless they are "
                  "named.")
      ->option_text("SIZE")
      ->transform(size_text());
  // The name that ripgrep and kingfisher use.
  app->add_option("--max-filesize", raw->max_file_size)
      ->transform(size_text())
      ->group("");
  app->add_flag("--one-file-system", options->walk.one_filesystem,
                "Do not leave the filesystem of each PATH.");
}

// The comments of `config show` about the layers above the configuration.
std::string layers_above(const ScanOptions& options) {
  std::string text;
  if (!options.user_settings.empty())
    text += fmt::format("# your settings: {}\n",
                        escape_for_terminal(options.user_settings));
  for (const std::string& file : options.organisation.files)
    text += fmt::format("# policy of the organisation: {}\n",
                        escape_for_terminal(file));
  text += policy_comments(options.organisation);
  for (const std::string& sentence : options.refused)
    text += fmt::format("# {}\n", escape_for_terminal(sentence));
  return text;
}

}  // namespace

std::string scan_home(const std::vector<std::string>& paths) {
  if (paths.size() != 1) return ".";
  const Result<FileStatus> status = posix_file_system().status(paths.front());
  const bool is_directory = status && status->kind == FileKind::kDirectory;
  return is_directory ? paths.front() : ".";
}

Result<std::variant<ScanOptions, PrintAndExit>> parse_options(
    std::vector<std::string> arguments) {
  ScanOptions options;
  RawOptions raw;
  std::string files_from;
  const std::string first = arguments.empty() ? "" : arguments.front();
  const bool of_baseline = first == "baseline";
  const bool of_explain = first == "explain";
  CLI::App app("", "sluice");
  if (of_baseline)
    prepare(app, kBaselineUsage, kBaselineFooter);
  else if (of_explain)
    prepare(app, kExplainUsage, kExplainFooter);
  else
    prepare(app, kScanUsage, "Formats:\n" + format_help() + kScanFooter);
  app.set_version_flag("-V,--version", "sluice " SLUICE_VERSION,
                       "Print the version.");
  app.option_defaults()->always_capture_default();
  describe_report(&app, &options, &raw);
  describe_search(&app, &options, &raw);
  describe_filter(&app, &options, &raw);
  describe_tree(&app, &raw);
  describe_walk(&app, &options, &raw, &files_from);
  describe_archives(&app, &options, &raw);
  describe_running(&app, &options, &raw);
  describe_resources(&app, &options, &raw);
  Settings settings(app);
  if (of_baseline) {
    hide_options_of_report(&app);
    describe_entry(&app, &options);
  }
  if (of_explain) hide(kNotOfExplain, &app);
  SLUICE_TRY_ASSIGN(auto parsed,
                    parse_words(app, std::move(arguments),
                                of_baseline  ? "sluice help baseline"
                                : of_explain ? "sluice help explain"
                                             : "sluice scan --help"));
  if (auto* text = std::get_if<PrintAndExit>(&parsed)) {
    const bool is_version = text->options.empty();
    if (first == "config" && !is_version) text->text = kConfigPage;
    return std::move(*text);
  }
  SLUICE_TRY_ASSIGN(ParsedScan command,
                    take_command(std::get<Words>(std::move(parsed))));
  options.task = command.task;
  if (command.task == ScanTask::kExplain)
    SLUICE_TRY(refuse(kNotOfExplain, app, "explain"));
  else if (command.task != ScanTask::kReport)
    SLUICE_TRY(refuse(kOfReport, app, "baseline"));
  options.paths = std::move(command.paths);
  SLUICE_TRY(take_targets(&options));
  if (files_from.empty()) {
    options.names_no_path = options.paths.empty();
    if (options.names_no_path) options.paths.emplace_back(".");
  } else {
    SLUICE_TRY_ASSIGN(options.listed, read_path_list(files_from));
    // Whoever gives a list expects something to be read.
    if (options.listed.empty()) options.require_files = true;
  }
  SLUICE_TRY(settle_settings(settings, &options));
  if (command.show_settings)
    return PrintAndExit{
        fmt::format(
            "# configuration: {}\n",
            options.configuration
                ? escape_for_terminal(options.configuration->source.name)
                : std::string("none, the default rules")) +
            layers_above(options) + settings.show(),
        {}};
  SLUICE_TRY(settle(raw, &options));
  return options;
}

}  // namespace sluice
