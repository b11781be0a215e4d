#include "scan_command.h"

#include <unistd.h>

#include <csignal>
#include <memory>

#include "base/log.h"
#include "known_findings.h"
#include "report/json.h"
#include "report/output.h"
#include "report/pretty.h"
#include "scan_setup.h"
#include "terminal.h"

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
  const ReportOptions report_options{
      options.show_secrets, wants_color(options.color), options.explain_drops};
  std::unique_ptr<FindingSink> report;
  if (options.format == Format::kJson)
    report = std::make_unique<JsonReport>(output, report_options);
  else
    report = std::make_unique<PrettyReport>(output, report_options);

  SLUICE_TRY_ASSIGN(const ScanOutcome outcome,
                    run_prepared(*setup, options, *report));
  if (setup->baseline) tell_stale(*setup->baseline, options);
  if (outcome.found) return kFound;
  return outcome.complete ? kClean : kIncomplete;
}

}  // namespace sluice
