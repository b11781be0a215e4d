#include "scan_command.h"

#include <unistd.h>

#include <csignal>
#include <memory>

#include "base/log.h"
#include "known_findings.h"
#include "report/output.h"
#include "scan_setup.h"

namespace sluice {
namespace {

enum ExitCode { kClean = 0, kFound = 1, kIncomplete = 3 };

}  // namespace

Result<int> run_scan(const ScanOptions& options) {
  if (options.verbose) log_verbosely();
  // A closed pipe comes back from write() as an error, which stops the scan.
  std::signal(SIGPIPE, SIG_IGN);

  SLUICE_TRY_ASSIGN(const std::unique_ptr<ScanSetup> setup,
                    prepare_scan(options));
  FdOutput output(STDOUT_FILENO);
  const std::unique_ptr<FindingSink> report = make_report(options, output);
  SLUICE_TRY_ASSIGN(const ScanOutcome outcome,
                    run_prepared(*setup, options, *report));
  if (setup->baseline) tell_stale(*setup->baseline, options);
  if (outcome.found) return kFound;
  return outcome.complete ? kClean : kIncomplete;
}

}  // namespace sluice
