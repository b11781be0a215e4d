#include "history/repository_report.h"

#include <algorithm>
#include <utility>

namespace sluice {

Result<RepositoryOutcome> report_all(
    std::span<const std::unique_ptr<FileReport>> reports, Coverage coverage,
    const ToolInfo& tool, FindingSink& sink) {
  SLUICE_TRY(sink.begin(tool));
  RepositoryOutcome outcome;
  for (const std::unique_ptr<FileReport>& report : reports) {
    if (!report->findings.empty()) outcome.found = true;
    if (!report->incomplete.empty())
      coverage.incomplete.push_back(
          {report->path, report->root, report->incomplete});
    // A text that many commits hold says the same in each.
    for (const std::string& note : report->notes)
      if (coverage.notes.size() < kLedgerList &&
          std::ranges::count(coverage.notes, note) == 0)
        coverage.notes.push_back(note);
    SLUICE_TRY(sink.file(*report));
  }
  outcome.complete = coverage.incomplete.empty();
  SLUICE_TRY(sink.end(coverage));
  return outcome;
}

}  // namespace sluice
