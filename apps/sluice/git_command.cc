#include "git_command.h"

#include <algorithm>
#include <csignal>
#include <memory>
#include <optional>
#include <utility>

#include "base/log.h"
#include "fs/file_system.h"
#include "history/repository_scan.h"
#include "known_findings.h"
#include "progress.h"
#include "scan_setup.h"
#include "signals.h"
#include "walk/path_filter.h"

namespace sluice {
namespace {

enum ExitCode { kClean = 0, kFound = 1, kIncomplete = 3, kSignalled = 128 };

// What a person who is stopped can do. A program reads the report alone.
void tell_ways_out(const GitOptions& options) {
  const auto is_for_people = [](const ReportRequest& report) {
    return report.path.empty() && report.format->name == "pretty";
  };
  if (!options.staged ||
      std::ranges::none_of(options.scan.reports, is_for_people))
    return;
  log_error("this would be committed. Take the secret out of the file and");
  log_error("`git add` it again; if it was ever pushed, revoke it too.");
  log_error("Not a secret? Write `sluice:allow` in a comment on its line, or");
  log_error("put it into a baseline (`sluice baseline write`).");
}

// Of a range the older commits, which may hold what is known, were not looked
// at; and in history only the first place of a secret is compared with places.
void tell_stale_entries(const Baseline& baseline, const GitOptions& options) {
  if (options.of_changes())
    tell_stale(baseline, options.scan);
  else if (options.since.empty() && options.range.empty())
    tell_stale(baseline, options.scan, Baseline::By::kSecret);
}

}  // namespace

Result<int> run_git_command(GitOptions& options) {
  if (options.scan.verbose) log_verbosely();
  // A closed pipe comes back from write() as an error.
  std::signal(SIGPIPE, SIG_IGN);
  GitRepository& repository = *options.repository;
  if (options.of_changes() && repository.is_bare())
    return fail(ErrorCode::kUsage,
                "nothing is staged in a bare repository: name commits");
  SLUICE_TRY_ASSIGN(const std::unique_ptr<ScanSetup> setup,
                    prepare_scan(options.scan));
  // Before there are files that would have to be removed.
  const Interrupt& interrupt = interrupt_on_signals();
  repository.end_on(&interrupt);
  // Paths are told from the repository's root already.
  SLUICE_TRY_ASSIGN(ReportOutputs outputs, open_reports(options.scan, {}));
  SLUICE_TRY(close_in(options.scan.sandbox, outputs.folders()));
  Tallies tallies(options.scan.workers);
  PipelineOptions pipeline = pipeline_options(*setup, options.scan);
  pipeline.interrupt = &interrupt;
  const ScanTools tools{*setup->engine, *setup->judge, options.scan.workers,
                        pipeline, tallies};
  LeftOut left_out(posix_file_system(), repository.place().directory,
                   options.scan.ignore_files && !repository.is_bare(),
                   PathFilter(options.scan.exclude, options.scan.include));
  const RepositoryScan request{
      .changes = {.staged = options.staged,
                  .unstaged = options.unstaged,
                  .untracked = options.untracked,
                  .whole_files = options.whole_files},
      .commits = {.since = options.since, .range = options.range},
      .submodules = options.submodules};
  std::optional<Progress> progress;
  if (wants_progress(options.scan)) {
    progress.emplace(outputs.sink(), tallies, interrupt,
                     Progress::Secrets::kAtTheEnd);
    progress->start();
  }
  FindingSink& sink =
      progress ? static_cast<FindingSink&>(*progress) : outputs.sink();
  SLUICE_TRY_ASSIGN(const RepositoryOutcome outcome,
                    scan_repository(repository, request, tools, setup->tool,
                                    std::move(left_out), sink));
  // Files are not put in their places then.
  if (outcome.interrupted) return kSignalled + caught_signal();
  SLUICE_TRY(outputs.publish());
  if (setup->baseline) tell_stale_entries(*setup->baseline, options);
  if (outcome.found) tell_ways_out(options);
  if (outcome.found) return kFound;
  return outcome.complete ? kClean : kIncomplete;
}

}  // namespace sluice
