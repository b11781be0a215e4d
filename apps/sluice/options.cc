#include "options.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "command_line.h"
#include "configuration.h"
#include "formats.h"
#include "fs/file_system.h"
#include "option_values.h"
#include "path_list.h"
#include "settings.h"
#include "shared_options.h"
#include "text/escape.h"

namespace sluice {
namespace {

constexpr const char* kFooter = R"(
Exit codes:
  0  nothing found, and everything asked for was read
  1  secrets found
  2  could not run: usage, rules, no such path, report not writable
  3  nothing found, but something could not be read (the report names it)

Examples:
  sluice scan                 scan the current directory
  sluice scan src .env        scan a directory and a file
  git diff | sluice scan -    scan standard input
  sluice scan -f json . | jq '.findings[].path'
  sluice scan -f sarif -o scan.sarif -o scan.html

A comment on its line allows a secret to stay: sluice:allow)";

constexpr const char* kScanUsage =
    "Usage: sluice [scan] [OPTIONS] [PATH]...\n\n"
    "Finds secrets in files, and says what it read. PATH is a file or "
    "directory,\n"
    "or - for standard input. Default: here (.).\n";

constexpr const char* kBaselineFooter = R"(Exit codes:
  0  done
  2  could not run: usage, rules, no such path, a baseline that is none
  3  done, but something could not be read; what is known of it stays

Examples:
  sluice baseline write       what is found here is known from now on
  sluice baseline prune       what is gone is known no more
  sluice baseline write --ignore-baseline
                              take over what .gitleaksignore knows, too

docs/BASELINE.md tells what makes a finding known.)";

constexpr const char* kBaselineUsage =
    "Usage: sluice baseline write|prune [OPTIONS] [PATH]...\n\n"
    "`write` makes known what is found now: from then on a scan reports what "
    "is\n"
    "new. `prune` takes out what is not found any more, and adds nothing. "
    "Both\n"
    "scan PATH (default: here, .) and write .sluice-baseline in the directory\n"
    "that is scanned.\n";

constexpr const char* kConfigPage =
    "Usage: sluice config show [OPTIONS] [PATH]...\n\n"
    "Prints the settings that a scan of PATH (default: here, .) would have, "
    "and\n"
    "where each comes from: the command line, a variable SLUICE_*, the table\n"
    "[scan] of a configuration, or the default. OPTIONS are those of `sluice\n"
    "scan`, which `sluice help scan` lists.\n\n"
    "Examples:\n"
    "  sluice config show\n"
    "  SLUICE_WORKERS=2 sluice config show --min-confidence high src\n\n"
    "docs/CONFIGURATION.md tells which settings there are.\n";

// Of a scan's options, those about a report, which a baseline is not.
constexpr auto kOfReport = std::to_array<std::string_view>(
    {"--list-files", "--null", "--explain-skip", "--explain-drops", "--format",
     "--output", "--show-secrets", "--redact", "--quiet", "--color",
     "--shard"});

void hide_options_of_report(CLI::App* app) {
  for (const std::string_view name : kOfReport)
    app->get_option(std::string(name))->group("");
  app->get_option("--baseline")
      ->description(
          "Write FILE. Others that are named are read. [.sluice-baseline]");
  app->get_option("--ignore-baseline")
      ->description("Make known what other baselines know, too.");
}

Result<void> refuse_options_of_report(const CLI::App& app) {
  for (const std::string_view name : kOfReport)
    if (app.get_option(std::string(name))->count() != 0)
      return fail(ErrorCode::kUsage,
                  "{} is for a scan's report (see `sluice help baseline`)",
                  name);
  return {};
}

// What is to be done, by the words before the paths.
struct ParsedScan {
  ScanTask task = ScanTask::kReport;
  bool show_settings = false;
  std::vector<std::string> paths;
};

// `scan` is the command that is meant when none is named.
Result<ParsedScan> take_command(Words words) {
  ParsedScan command;
  std::vector<std::string>& first = words.before_dashes;
  const std::string group = first.empty() ? "" : first.front();
  const std::string verb = first.size() < 2 ? "" : first[1];
  std::ptrdiff_t used = 0;
  if (group == "scan") {
    used = 1;
  } else if (group == "baseline" || group == "config") {
    used = 2;
    if (group == "config" && verb == "show")
      command.show_settings = true;
    else if (group == "baseline" && verb == "write")
      command.task = ScanTask::kWriteBaseline;
    else if (group == "baseline" && verb == "prune")
      command.task = ScanTask::kPruneBaseline;
    else
      return fail(
          ErrorCode::kUsage,
          "`sluice {0}` is followed by {1} (to scan what has that name: "
          "`sluice scan {0}`)",
          group, group == "config" ? "show" : "write or prune");
  }
  first.erase(first.begin(), first.begin() + used);
  command.paths = words.all();
  return command;
}

// Which files.
void describe_walk(CLI::App* app, ScanOptions* options,
                   std::string* files_from) {
  app->add_option("--files-from", *files_from,
                  "Scan the paths listed in FILE (-: standard input).")
      ->option_text("FILE");
  app->add_flag("--follow", options->follow,
                "Go where symbolic links lead; everything once.");
  app->add_flag("--one-file-system", options->one_filesystem,
                "Stay on the filesystem of each PATH.");
  app->add_option("--max-depth", options->max_depth,
                  "Go down at most N levels. 1: PATH's own files.")
      ->option_text("N")
      ->transform(number_in(0, std::numeric_limits<std::size_t>::max()));
  app->add_flag("--list-files", options->list_files,
                "Print which files would be scanned, and scan none.");
  app->add_flag("-0,--null", options->null,
                "End each path of --list-files with a NUL.");
  app->add_option("--explain-skip", options->explain_skip,
                  "Tell by which rule FILE is left out, or why not.")
      ->option_text("FILE")
      ->allow_extra_args(false);
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
  CLI::App app("", "sluice");
  if (of_baseline)
    prepare(app, kBaselineUsage, kBaselineFooter);
  else
    prepare(app, kScanUsage, "Formats:\n" + format_help() + kFooter);
  app.set_version_flag("-V,--version", "sluice " SLUICE_VERSION,
                       "Print the version.");
  app.option_defaults()->always_capture_default();
  describe_filter(&app, &options, &raw);
  describe_walk(&app, &options, &files_from);
  describe_search(&app, &options, &raw);
  describe_known(&app, &options);
  describe_report(&app, &options, &raw);
  describe_archives(&app, &options, &raw);
  describe_resources(&app, &options, &raw);
  Settings settings(app);
  if (of_baseline) hide_options_of_report(&app);
  SLUICE_TRY_ASSIGN(
      auto parsed,
      parse_words(app, std::move(arguments),
                  of_baseline ? "sluice help baseline" : "sluice scan --help"));
  if (auto* text = std::get_if<PrintAndExit>(&parsed)) {
    const bool is_version = text->options.empty();
    if (first == "config" && !is_version) text->text = kConfigPage;
    return std::move(*text);
  }
  SLUICE_TRY_ASSIGN(ParsedScan command,
                    take_command(std::get<Words>(std::move(parsed))));
  options.task = command.task;
  if (command.task != ScanTask::kReport)
    SLUICE_TRY(refuse_options_of_report(app));
  options.paths = std::move(command.paths);
  if (files_from.empty()) {
    options.names_no_path = options.paths.empty();
    if (options.names_no_path) options.paths.emplace_back(".");
  } else {
    SLUICE_TRY_ASSIGN(options.listed, read_path_list(files_from));
  }
  SLUICE_TRY(settle_settings(settings, &options));
  if (command.show_settings)
    return PrintAndExit{
        fmt::format(
            "# configuration: {}\n",
            options.configuration
                ? escape_for_terminal(options.configuration->source.name)
                : std::string("none, the default rules")) +
            settings.show(),
        {}};
  SLUICE_TRY(settle(raw, &options));
  return options;
}

}  // namespace sluice
