#include "scan_command.h"

#include <fmt/format.h>

#include <csignal>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/log.h"
#include "fs/file_system.h"
#include "report_place.h"
#include "scan/scanner.h"
#include "scan_setup.h"
#include "walk_command.h"

namespace sluice {
namespace {

enum ExitCode { kClean = 0, kFound = 1, kIncomplete = 3 };

// Where a configuration is looked for: in the one directory that is scanned, or
// else in the working directory, as when a hook names files.
std::string config_home(const std::vector<std::string>& paths) {
  if (paths.size() != 1) return ".";
  const Result<FileStatus> status = posix_file_system().status(paths.front());
  const bool is_directory = status && status->kind == FileKind::kDirectory;
  return is_directory ? paths.front() : ".";
}

void log_outcome(const ScanOutcome& outcome) {
  const WorkerMetrics& total = outcome.executor.total;
  log_detail(fmt::format(
      "executor: {} workers started, {} tasks run, {} stolen, {} parks, {} "
      "wakes; the walker waited {} times",
      outcome.executor.workers_started, total.tasks_run, total.steals,
      total.parks, outcome.executor.wakes, outcome.budget_waits));
}

}  // namespace

Result<int> run_scan(const ScanOptions& options) {
  if (options.verbose) log_verbosely();
  // A closed pipe comes back from write() as an error, which stops the scan.
  std::signal(SIGPIPE, SIG_IGN);

  SLUICE_TRY_ASSIGN(const std::unique_ptr<ScanSetup> setup,
                    prepare_scan(options, config_home(options.paths)));
  SLUICE_TRY_ASSIGN(ReportOutputs outputs,
                    open_reports(options, repository_place(options.paths)));
  ScanOptions walked = options;
  for (std::string& glob : own_report_globs(options.reports, options.paths))
    walked.exclude.push_back(std::move(glob));
  ScanRequest request{.paths = options.paths,
                      .listed = options.listed,
                      .workers = options.workers,
                      .walk = walk_options(walked),
                      .min_confidence = options.min_confidence,
                      .explain_drops = options.explain_drops};
  if (options.verbose) request.on_skip = log_skip;
  SLUICE_TRY_ASSIGN(const ScanOutcome outcome,
                    scan(posix_file_system(), *setup->engine, *setup->judge,
                         request, setup->tool, outputs.sink()));
  SLUICE_TRY(outputs.publish());
  log_outcome(outcome);
  if (outcome.found) return kFound;
  return outcome.complete ? kClean : kIncomplete;
}

}  // namespace sluice
