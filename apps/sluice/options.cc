#include "options.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "command_line.h"
#include "path_list.h"

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
    "Other commands: `sluice rules` (list, show, check and test rules), and\n"
    "`sluice dir` and `sluice stdin`, which take gitleaks' flags.\n";

std::vector<std::string> take_paths(Words words) {
  // `scan` is the command that is meant when none is named.
  if (!words.before_dashes.empty() && words.before_dashes.front() == "scan")
    words.before_dashes.erase(words.before_dashes.begin());
  return words.all();
}

// What CLI11 stores, before it becomes ScanOptions.
struct Raw {
  std::string format = "pretty";
  std::string color = "auto";
  std::string min_confidence = "medium";
  bool no_ignore = false;
  std::string files_from;
  std::string io = "auto";
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
  describe_walk(app, options, raw);
  app->add_flag("--show-secrets", options->show_secrets,
                "Print secrets in the clear.");
  app->add_flag("--explain-drops", options->explain_drops,
                "Tell what was not reported, and why.");
  app->add_option("--color", raw->color, "auto, always or never. [auto]")
      ->option_text("WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  app->add_option("--io", raw->io,
                  "Read by auto, blocking or uring. [auto]")
      ->option_text("WAY")
      ->check(CLI::IsMember({"auto", "blocking", "uring"}));
  app->add_option("--max-memory", options->max_memory,
                  "Use at most SIZE bytes (64M, 1G). [what N workers need]")
      ->option_text("SIZE")
      ->transform(CLI::AsSizeValue(false));
  app->add_flag("--stats", options->stats,
                "Tell on standard error where time and memory went.");
  app->add_flag("-v,--verbose", options->verbose,
                "Tell on standard error what is being done.");
}

}  // namespace

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
  describe(&app, &options, &raw);
  SLUICE_TRY_ASSIGN(
      auto parsed,
      parse_words(
          app, std::vector<std::string>(argv + std::min(argc, 1), argv + argc),
          "sluice --help"));
  if (auto* text = std::get_if<PrintAndExit>(&parsed)) return std::move(*text);
  options.paths = take_paths(std::get<Words>(std::move(parsed)));
  if (raw.files_from.empty()) {
    if (options.paths.empty()) options.paths.emplace_back(".");
  } else {
    SLUICE_TRY_ASSIGN(options.listed, read_path_list(raw.files_from));
  }
  options.format = raw.format == "json" ? Format::kJson : Format::kPretty;
  options.io = raw.io == "uring"      ? IoMode::kUring
               : raw.io == "blocking" ? IoMode::kBlocking
                                      : IoMode::kAuto;
  options.color = color_of(raw.color);
  options.ignore_files = !raw.no_ignore;
  options.min_confidence = raw.min_confidence == "low"    ? Confidence::kLow
                           : raw.min_confidence == "high" ? Confidence::kHigh
                                                          : Confidence::kMedium;
  return options;
}

}  // namespace sluice
