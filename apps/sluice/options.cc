#include "options.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <thread>
#include <utility>

#include "base/log.h"
#include "command_line.h"
#include "configuration.h"
#include "fs/file_system.h"
#include "path_list.h"
#include "settings.h"
#include "text/escape.h"

namespace sluice {
namespace {

constexpr const char* kFooter = R"(Exit codes:
  0  nothing found, and everything asked for was read
  1  secrets found
  2  could not run: usage, rules, no such path, report not writable
  3  nothing found, but something could not be read (the report names it)

Examples:
  sluice                      scan the current directory
  sluice scan src .env        scan a directory and a file
  git diff | sluice scan -    scan standard input
  sluice scan -f json . | jq '.findings[].path'

A comment on its line allows a secret to stay: sluice:allow)";

constexpr const char* kUsage =
    "Usage: sluice [scan] [OPTIONS] [PATH]...\n\n"
    "PATH is a file or directory, or - for standard input. Default: here (.).\n"
    "Other commands: `sluice baseline write` and `prune`, which keep a file "
    "of\n"
    "known findings; `sluice config show`; `sluice rules` (list, show, check "
    "and\n"
    "test rules); `sluice dir` and `sluice stdin`, which take gitleaks' "
    "flags.\n";

// What is to be done, by the words before the paths.
struct Command {
  ScanTask task = ScanTask::kReport;
  bool show_settings = false;
  std::vector<std::string> paths;
};

// `scan` is the command that is meant when none is named.
Result<Command> take_command(Words words) {
  Command command;
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

// No percentage: finding/mask.h decides.
constexpr unsigned kDefaultMask = ~0U;

// What CLI11 stores, before it becomes ScanOptions.
struct Raw {
  std::string format = "pretty";
  std::string color = "auto";
  std::string min_confidence = "medium";
  bool no_ignore = false;
  unsigned redact = kDefaultMask;
  std::string files_from;
};

// Which files.
void describe_walk(CLI::App* app, ScanOptions* options, Raw* raw) {
  app->add_option("--files-from", raw->files_from,
                  "Scan the paths listed in FILE (-: standard input).")
      ->option_text("FILE");
  app->add_option("--exclude", options->exclude,
                  "Leave out what GLOB fits, as in .gitignore.")
      ->option_text("GLOB")
      ->allow_extra_args(false);
  app->add_option("--include", options->include,
                  "Scan only what GLOB fits. Either may be repeated.")
      ->option_text("GLOB")
      ->allow_extra_args(false);
  app->add_flag("--no-ignore", raw->no_ignore,
                "Scan what .gitignore and .sluiceignore leave out.");
  app->add_flag("--follow", options->follow,
                "Go where symbolic links lead; everything once.");
  app->add_flag("--one-file-system", options->one_filesystem,
                "Stay on the filesystem of each PATH.");
  app->add_option("--max-depth", options->max_depth,
                  "Go down at most N levels. 1: PATH's own files.")
      ->option_text("N");
  app->add_flag("--list-files", options->list_files,
                "Print which files would be scanned, and scan none.");
  app->add_flag("-0,--null", options->null,
                "End each path of --list-files with a NUL.");
  app->add_option("--explain-skip", options->explain_skip,
                  "Tell by which rule FILE is left out, or why not.")
      ->option_text("FILE")
      ->allow_extra_args(false);
}

void describe(CLI::App* app, ScanOptions* options, Raw* raw) {
  app->add_option("-f,--format", raw->format, "pretty or json. [pretty]")
      ->option_text("FORMAT")
      ->check(CLI::IsMember({"pretty", "json"}));
  app->add_option("-c,--config", options->config,
                  "Use the rules in FILE, not the default ones.")
      ->option_text("FILE");
  app->add_option("-j,--workers", options->workers,
                  "Scan with N workers. [one a processor]")
      ->option_text("N")
      ->check(CLI::Range(1U, kMaxWorkers));
  app->add_option("--min-confidence", raw->min_confidence,
                  "low, medium or high. [medium]")
      ->option_text("LEVEL")
      ->check(CLI::IsMember({"low", "medium", "high"}));
  app->add_option("--enable-rule", options->enable_rules,
                  "Report what rule ID finds alone; may be repeated.")
      ->option_text("ID")
      ->allow_extra_args(false);
  app->add_option("--disable-rule", options->disable_rules,
                  "Leave out what rule ID finds; may be repeated.")
      ->option_text("ID")
      ->allow_extra_args(false);
  app->add_option("--baseline", options->baselines,
                  "Leave out the findings that FILE knows; may be\nrepeated. "
                  "[.sluice-baseline, .gitleaksignore]")
      ->option_text("FILE")
      ->allow_extra_args(false);
  app->add_flag("--ignore-baseline", options->ignore_baseline,
                "Report what baselines know, too.");
  app->add_flag("--ignore-allow", options->ignore_allow,
                "Report what allow comments allow, too.");
  describe_walk(app, options, raw);
  app->add_flag("--show-secrets", options->show_secrets,
                "Print secrets in the clear.");
  app->add_option("--redact", raw->redact,
                  "Mask N percent of each secret. [all but a head]")
      ->option_text("N")
      ->check(CLI::Range(0U, 100U));
  app->add_flag("--explain-drops", options->explain_drops,
                "Tell what was not reported, and why.");
  app->add_option("--color", raw->color, "auto, always or never. [auto]")
      ->option_text("WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  app->add_flag("-v,--verbose", options->verbose,
                "Tell on standard error what is being done.");
}

}  // namespace

std::string scan_home(const std::vector<std::string>& paths) {
  if (paths.size() != 1) return ".";
  const Result<FileStatus> status = posix_file_system().status(paths.front());
  const bool is_directory = status && status->kind == FileKind::kDirectory;
  return is_directory ? paths.front() : ".";
}

Result<std::variant<ScanOptions, PrintAndExit>> parse_options(
    int argc, const char* const* argv) {
  ScanOptions options;
  options.workers =
      std::clamp(std::thread::hardware_concurrency(), 1U, kMaxWorkers);
  Raw raw;
  CLI::App app("Finds leaked credentials in files.", "sluice");
  prepare(app, kUsage, kFooter);
  app.set_version_flag("-V,--version", "sluice " SLUICE_VERSION,
                       "Print the version.");
  app.option_defaults()->always_capture_default();
  describe(&app, &options, &raw);
  Settings settings(app);
  SLUICE_TRY_ASSIGN(
      auto parsed,
      parse_words(
          app, std::vector<std::string>(argv + std::min(argc, 1), argv + argc),
          "sluice --help"));
  if (auto* text = std::get_if<PrintAndExit>(&parsed)) return std::move(*text);
  SLUICE_TRY_ASSIGN(Command command,
                    take_command(std::get<Words>(std::move(parsed))));
  options.task = command.task;
  options.paths = std::move(command.paths);
  if (raw.files_from.empty()) {
    if (options.paths.empty()) options.paths.emplace_back(".");
  } else {
    SLUICE_TRY_ASSIGN(options.listed, read_path_list(raw.files_from));
  }
  SLUICE_TRY_ASSIGN(
      options.configuration,
      find_configuration(options.config, scan_home(options.paths)));
  SLUICE_TRY(settings.settle(
      [](const char* name) -> std::optional<std::string> {
        const char* value = std::getenv(name);
        return value == nullptr ? std::nullopt : std::optional(value);
      },
      options.configuration ? &*options.configuration : nullptr));
  for (const std::string& doubt : settings.doubtful_variables(environ))
    log_warning(escape_for_terminal(doubt));
  if (command.show_settings)
    return PrintAndExit{
        fmt::format(
            "# configuration: {}\n",
            options.configuration
                ? escape_for_terminal(options.configuration->source.name)
                : std::string("none, the default rules")) +
        settings.show()};
  options.format = raw.format == "json" ? Format::kJson : Format::kPretty;
  if (raw.redact != kDefaultMask) options.redact = raw.redact;
  options.color = color_of(raw.color);
  options.ignore_files = !raw.no_ignore;
  options.min_confidence = raw.min_confidence == "low"    ? Confidence::kLow
                           : raw.min_confidence == "high" ? Confidence::kHigh
                                                          : Confidence::kMedium;
  return options;
}

}  // namespace sluice
