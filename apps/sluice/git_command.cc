#include "git_command.h"

#include <algorithm>
#include <csignal>
#include <memory>
#include <utility>

#include "base/log.h"
#include "fs/file_system.h"
#include "history/change_scan.h"
#include "history/history_scan.h"
#include "scan_setup.h"
#include "walk/path_filter.h"

namespace sluice {
namespace {

enum ExitCode { kClean = 0, kFound = 1, kIncomplete = 3 };

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

}  // namespace

Result<int> run_git_command(const GitOptions& options) {
  if (options.scan.verbose) log_verbosely();
  // A closed pipe comes back from write() as an error.
  std::signal(SIGPIPE, SIG_IGN);
  const GitRepository& repository = *options.repository;
  if (options.of_changes() && repository.is_bare())
    return fail(ErrorCode::kUsage,
                "nothing is staged in a bare repository: name commits");
  SLUICE_TRY_ASSIGN(const std::unique_ptr<ScanSetup> setup,
                    prepare_scan(options.scan));
  // Paths are told from the repository's root already.
  SLUICE_TRY_ASSIGN(ReportOutputs outputs, open_reports(options.scan, {}));
  const ScanTools tools{*setup->engine, *setup->judge, options.scan.workers,
                        pipeline_options(*setup, options.scan)};
  LeftOut left_out(posix_file_system(), repository.place().directory,
                   options.scan.ignore_files && !repository.is_bare(),
                   PathFilter(options.scan.exclude, options.scan.include));
  Result<RepositoryOutcome> outcome =
      options.of_changes()
          ? scan_changes(repository,
                         {.staged = options.staged,
                          .unstaged = options.unstaged,
                          .untracked = options.untracked,
                          .whole_files = options.whole_files},
                         tools, setup->tool, std::move(left_out),
                         outputs.sink())
          : scan_history(repository, {options.since, options.range}, tools,
                         setup->tool, std::move(left_out), outputs.sink());
  if (!outcome) return tl::unexpected<Error>(std::move(outcome.error()));
  SLUICE_TRY(outputs.publish());
  if (outcome->found) tell_ways_out(options);
  if (outcome->found) return kFound;
  return outcome->complete ? kClean : kIncomplete;
}

}  // namespace sluice
