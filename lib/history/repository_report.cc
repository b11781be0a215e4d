#include "history/repository_report.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "finding/mistyped.h"

namespace sluice {
namespace {

template <typename T>
void move_behind(std::vector<T>&& from, std::vector<T>* to) {
  std::ranges::move(from, std::back_inserter(*to));
}

void append_shard(Coverage&& more, Coverage* coverage) {
  if (!more.shard) return;
  if (!coverage->shard) {
    coverage->shard = std::move(more.shard);
  } else {
    coverage->shard->paths += more.shard->paths;
    coverage->shard->sum += more.shard->sum;
  }
  if (!more.history) return;
  if (!coverage->history) coverage->history.emplace();
  move_behind(std::move(more.history->known), &coverage->history->known);
  move_behind(std::move(more.history->before), &coverage->history->before);
  move_behind(std::move(more.history->mistyped), &coverage->history->mistyped);
}

}  // namespace

void RepositoryReports::append(RepositoryReports more) {
  std::ranges::move(more.files, std::back_inserter(files));
  std::ranges::move(more.coverage.notes, std::back_inserter(coverage.notes));
  std::ranges::move(more.coverage.incomplete,
                    std::back_inserter(coverage.incomplete));
  coverage.baseline += more.coverage.baseline;
  append_shard(std::move(more.coverage), &coverage);
  files_elsewhere = files_elsewhere || more.files_elsewhere;
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
          {report->location,
           report->root,
           report->incomplete,
           {IncompleteStage::kFile, report->sequence.value_or(0)}});
    add_mistyped(*report, &coverage.mistyped);
    // A text in many commits has the same note in each.
    for (const std::string& text : report->notes) {
      Note note(text);
      note.place = {NoteStage::kFileVersion, report->sequence.value_or(0)};
      if (report->sequence) note.names = {report->location.path};
      if (coverage.notes.size() < kMaxInCoverage &&
          std::ranges::count(coverage.notes, text, &Note::text) == 0)
        coverage.notes.push_back(std::move(note));
    }
    SLUICE_TRY(sink.file(*report));
  }
  outcome.interrupted = coverage.interrupted;
  outcome.files = coverage.files_scanned;
  outcome.files_elsewhere = reports.files_elsewhere;
  outcome.complete = coverage.incomplete.empty() && !outcome.interrupted;
  SLUICE_TRY(sink.end(coverage));
  return outcome;
}

}  // namespace sluice
