#include "sluice/scan/scan_command.h"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/log.h"
#include "baseline/own_format.h"
#include "fs/file_system.h"
#include "fs/uring.h"
#include "sluice/baseline/known_findings.h"
#include "sluice/exit_code.h"
#include "sluice/report/report_place.h"
#include "sluice/scan/progress.h"
#include "sluice/scan/scan_setup.h"
#include "sluice/signals.h"
#include "text/escape.h"
#include "text/wrap.h"

namespace sluice {
namespace {

// Whether a person types the text to scan. A progress line would mix with it.
bool is_typed(const ScanOptions& options) {
  return std::ranges::count(options.paths, "-") != 0 &&
         ::isatty(STDIN_FILENO) != 0;
}

// Whether `path` has so few files that none would be read ahead: it is a file,
// or a directory with a few files and no subdirectory. A directory that cannot
// be listed counts as large.
bool is_small(const std::string& path) {
  constexpr int kFewFiles = 32;
  std::error_code error;
  if (!std::filesystem::is_directory(path, error)) return true;
  int entries = 0;
  for (std::filesystem::directory_iterator at(path, error), end;
       !error && at != end; at.increment(error))
    if (++entries > kFewFiles || at->is_directory(error)) return false;
  return !error;
}

// Returns how many io_uring rings to create: one for each worker, or none if
// the scan will not use them. Two rings cost 3 % of the program's start.
unsigned rings_for(const ScanOptions& options) {
  const bool is_little = options.listed.empty() && options.paths.size() == 1 &&
                         is_small(options.paths.front());
  return options.io == IoMode::kBlocking || is_little ? 0 : options.workers;
}

// Warns that a scan of a subdirectory ignores the policy at the repository's
// top (docs/CONFIGURATION.md), since its authors may expect otherwise.
void tell_policy_above(const ScanOptions& options, bool has_baseline) {
  const RepositoryBase place = repository_place(options.paths);
  if (place.prefix.empty() || options.paths.size() != 1 || options.quiet ||
      options.no_config || scan_home(options.paths) != options.paths.front())
    return;
  std::string files;
  const auto look_for = [&](std::string_view name) {
    if (!posix_file_system().link_status(place.root + std::string(name)))
      return;
    files += files.empty() ? "" : " and ";
    files += name;
  };
  if (!options.configuration) look_for(".sluice.toml");
  if (!has_baseline && !options.ignore_baseline) look_for(kOwnBaselineName);
  if (!files.empty())
    log_warning(escape_for_terminal(fmt::format(
        "a scan of {} alone does not use {} at the top of the repository "
        "(to use it, name it with --config or --baseline)",
        options.paths.front(), files)));
}

// Returns whether standard input is a pipe that contains bytes, or a file that
// was not read to its end, as in `git diff | sluice`. False for a pipe whose
// writer has not begun. sluice does not scan it unasked: in CI systems, cron
// jobs and shell loops, standard input is an empty pipe or the script's own
// text, and the directory would not be scanned.
bool has_unread_input() {
  struct stat status {};
  if (::fstat(STDIN_FILENO, &status) != 0) return false;
  if (!S_ISFIFO(status.st_mode) && !S_ISREG(status.st_mode)) return false;
  int waiting = 0;
  return ::ioctl(STDIN_FILENO, FIONREAD, &waiting) == 0 && waiting > 0;
}

// Prints in the form of --stats: a word, and beside it lines that fit into 80
// columns.
void tell_sandbox(const std::string& closed) {
  constexpr std::size_t kText = 9;
  constexpr std::size_t kColumns = 80;
  std::string_view word = "sandbox";
  for (const std::string& line : wrapped(closed, kColumns - kText)) {
    fmt::print(stderr, "{:<{}}{}\n", word, kText, line);
    word = "";
  }
}

}  // namespace

Result<int> run_scan(const ScanOptions& options) {
  if (options.verbose) log_verbosely();
  // write() then reports a closed pipe as an error, which stops the scan.
  std::signal(SIGPIPE, SIG_IGN);

  SLUICE_TRY_ASSIGN(const std::unique_ptr<ScanSetup> setup,
                    prepare_scan(options));
  // This comes before any file is created that an interrupt would leave.
  const Interrupt& interrupt = interrupt_on_signals();
  Result<ReportOutputs> opened =
      open_reports(options, repository_place(options.paths), interrupt);
  if (!opened && interrupt.raised()) return kSignalled + caught_signal();
  SLUICE_TRY_ASSIGN(ReportOutputs outputs, std::move(opened));
  if (options.sandbox != SandboxMode::kOff) stock_rings(rings_for(options));
  SLUICE_TRY_ASSIGN(const std::string closed,
                    close_in(options.sandbox, outputs.folders()));
  ScanOptions scanned = options;
  for (std::string& glob : own_report_globs(options.reports, options.paths))
    scanned.exclude.push_back(std::move(glob));
  Tallies tallies(options.workers);
  std::optional<Progress> progress;
  if (wants_progress(options) && !is_typed(options))
    progress.emplace(outputs.sink(), tallies, interrupt,
                     outputs.has_terminal() ? Progress::Writes::kToTerminal
                                            : Progress::Writes::kElsewhere);
  FindingSink& sink =
      progress ? static_cast<FindingSink&>(*progress) : outputs.sink();
  SLUICE_TRY_ASSIGN(
      const ScanOutcome outcome,
      run_prepared(*setup, scanned, {&interrupt, &tallies}, sink));
  if (options.stats) tell_sandbox(closed);
  if (outcome.interrupted) {
    outputs.tell_unpublished();
    return kSignalled + caught_signal();
  }
  SLUICE_TRY(outputs.publish());
  if (options.names_no_path && !options.quiet && has_unread_input())
    log_warning(
        "the current directory was scanned; to scan standard input, use "
        "`sluice -`");
  if (setup->baseline) tell_stale(*setup->baseline, options);
  tell_policy_above(options, setup->baseline != nullptr);
  if (outcome.found) return kFound;
  // A shard may be empty.
  const bool enough =
      outcome.files != 0 || outcome.files_elsewhere || !options.require_files;
  return outcome.complete && enough ? kClean : kIncomplete;
}

}  // namespace sluice
