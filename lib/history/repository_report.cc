#include "history/repository_report.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "finding/mistyped.h"

namespace sluice {

void RepositoryReports::append(RepositoryReports more) {
  std::ranges::move(more.files, std::back_inserter(files));
  std::ranges::move(more.coverage.notes, std::back_inserter(coverage.notes));
  std::ranges::move(more.coverage.incomplete,
                    std::back_inserter(coverage.incomplete));
  coverage.baseline += more.coverage.baseline;
  MistypedTokens& mistyped = more.coverage.mistyped;
  const std::uint64_t unnamed = mistyped.count - mistyped.first.size();
  for (MistypedToken& token : mistyped.first)
    coverage.mistyped.add(std::move(token));
  coverage.mistyped.count += unnamed;
}

Result<RepositoryOutcome> report_all(RepositoryReports reports,
                                     const ToolInfo& tool, bool all_count,
                                     FindingSink& sink) {
  SLUICE_TRY(sink.begin(tool));
  RepositoryOutcome outcome;
  Coverage& coverage = reports.coverage;
  for (const std::unique_ptr<FileReport>& report : reports.files) {
    outcome.found |=
        std::ranges::any_of(report->findings, [&](const Finding& finding) {
          return all_count || !finding.self_allowed;
        });
    if (!report->incomplete.empty())
      coverage.incomplete.push_back(
          {report->location, report->root, report->incomplete});
    add_mistyped(*report, &coverage.mistyped);
    // A text that many commits hold says the same in each.
    for (const std::string& note : report->notes)
      if (coverage.notes.size() < kMaxInCoverage &&
          std::ranges::count(coverage.notes, note) == 0)
        coverage.notes.push_back(note);
    SLUICE_TRY(sink.file(*report));
  }
  outcome.interrupted = coverage.interrupted;
  outcome.files = coverage.files_scanned;
  outcome.complete = coverage.incomplete.empty() && !outcome.interrupted;
  SLUICE_TRY(sink.end(coverage));
  return outcome;
}

}  // namespace sluice
