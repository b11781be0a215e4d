#include "options.h"

#include <algorithm>
#include <utility>

#include "command_line.h"
#include "path_list.h"
#include "shared_options.h"

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
    "Other commands: `sluice git` (commits, what is staged, history), `sluice\n"
    "hook`, `sluice rules` (list, show, check and test rules), and `sluice "
    "dir`\n"
    "and `sluice stdin`, which take gitleaks' flags.\n";

std::vector<std::string> take_paths(Words words) {
  // `scan` is the command that is meant when none is named.
  if (!words.before_dashes.empty() && words.before_dashes.front() == "scan")
    words.before_dashes.erase(words.before_dashes.begin());
  return words.all();
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

// How.
void describe_resources(CLI::App* app, ScanOptions* options, std::string* io) {
  app->add_option("--io", *io, "Read by auto, blocking or uring. [auto]")
      ->option_text("WAY")
      ->check(CLI::IsMember({"auto", "blocking", "uring"}));
  app->add_option("--max-memory", options->max_memory,
                  "Use at most SIZE bytes (64M, 1G). [what N workers need]")
      ->option_text("SIZE")
      ->transform(CLI::AsSizeValue(false));
  app->add_flag("--stats", options->stats,
                "Tell on standard error where time and memory went.");
}

}  // namespace

Result<std::variant<ScanOptions, PrintAndExit>> parse_options(
    int argc, const char* const* argv) {
  ScanOptions options;
  RawOptions raw;
  std::string files_from;
  CLI::App app("Finds leaked credentials in files.", "sluice");
  prepare(app, kUsage, kFooter);
  app.set_version_flag("-V,--version", "sluice " SLUICE_VERSION,
                       "Print the version.");
  describe_search(&app, &options, &raw);
  describe_filter(&app, &options, &raw);
  describe_walk(&app, &options, &files_from);
  describe_report(&app, &options, &raw);
  std::string io = "auto";
  describe_resources(&app, &options, &io);
  SLUICE_TRY_ASSIGN(
      auto parsed,
      parse_words(
          app, std::vector<std::string>(argv + std::min(argc, 1), argv + argc),
          "sluice --help"));
  if (auto* text = std::get_if<PrintAndExit>(&parsed)) return std::move(*text);
  options.paths = take_paths(std::get<Words>(std::move(parsed)));
  if (files_from.empty()) {
    if (options.paths.empty()) options.paths.emplace_back(".");
  } else {
    SLUICE_TRY_ASSIGN(options.listed, read_path_list(files_from));
  }
  settle(raw, &options);
  options.io = io == "uring"      ? IoMode::kUring
               : io == "blocking" ? IoMode::kBlocking
                                  : IoMode::kAuto;
  return options;
}

}  // namespace sluice
