#include "scan_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/log.h"
#include "fs/file_system.h"
#include "memory_promise.h"
#include "report/output.h"
#include "scan/scanner.h"
#include "scan_setup.h"
#include "scan_stats.h"
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

void log_outcome(const ScanStats& stats) {
  const WorkerMetrics& total = stats.executor.total;
  log_detail(fmt::format(
      "executor: {} workers started, {} tasks run, {} stolen, {} parks, {} "
      "wakes; the walker waited {} times",
      stats.executor.workers_started, total.tasks_run, total.steals,
      total.parks, stats.executor.wakes, stats.walker_waits));
}

}  // namespace

Result<int> run_scan(const ScanOptions& options) {
  if (options.verbose) log_verbosely();
  SLUICE_TRY_ASSIGN(const std::uint64_t room, report_room(options));
  // A closed pipe comes back from write() as an error, which stops the scan.
  std::signal(SIGPIPE, SIG_IGN);

  SLUICE_TRY_ASSIGN(const std::unique_ptr<ScanSetup> setup,
                    prepare_scan(options, config_home(options.paths)));
  FdOutput output(STDOUT_FILENO);
  const std::unique_ptr<FindingSink> report = make_report(options, output);
  ScanRequest request{.paths = options.paths,
                      .listed = options.listed,
                      .workers = options.workers,
                      .walk = walk_options(options),
                      .min_confidence = options.min_confidence,
                      .explain_drops = options.explain_drops,
                      .room = room,
                      .io = options.io,
                      .measure = options.stats};
  if (options.verbose) request.on_skip = log_skip;
  SLUICE_TRY_ASSIGN(const ScanOutcome outcome,
                    scan(posix_file_system(), *setup->engine, *setup->judge,
                         request, setup->tool, *report));
  log_outcome(outcome.stats);
  if (options.stats)
    print_stats(outcome.stats, options, setup->engine->rules());
  if (outcome.found) return kFound;
  return outcome.complete ? kClean : kIncomplete;
}

}  // namespace sluice
