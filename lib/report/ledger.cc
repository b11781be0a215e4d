#include "report/ledger.h"

#include <fmt/format.h>

#include "report/shown_finding.h"

namespace sluice {

std::vector<LedgerEntry> ledger_entries(const Coverage& coverage) {
  std::vector<LedgerEntry> entries;
  for (const Incomplete& item : coverage.incomplete)
    entries.push_back({LedgerKind::kIncomplete, item.path, item.reason});
  for (const SkippedPath& item : coverage.skipped_paths)
    entries.push_back(
        {LedgerKind::kSkipped, item.path,
         std::string(kSkipNames[static_cast<std::size_t>(item.reason)])});
  for (const std::string& note : coverage.notes)
    entries.push_back({LedgerKind::kNote, "", note});
  return entries;
}

std::string ledger_sentence(const LedgerEntry& entry) {
  const std::string text = visible(entry.text);
  const std::string path = entry.path.empty() ? "." : visible(entry.path);
  switch (entry.kind) {
    case LedgerKind::kIncomplete:
      return fmt::format("could not read {}: {}", path, text);
    case LedgerKind::kSkipped:
      return fmt::format("skipped {}: {}", path, text);
    case LedgerKind::kNote:
      break;
  }
  return text;
}

std::vector<std::pair<std::string, std::uint64_t>> ledger_counts(
    const Coverage& coverage) {
  std::vector<std::pair<std::string, std::uint64_t>> counts = {
      {"files_scanned", coverage.files_scanned},
      {"bytes_scanned", coverage.bytes_scanned}};
  for (std::size_t i = 0; i < kSkipReasons; ++i)
    counts.emplace_back(fmt::format("skipped_{}", kSkipNames[i]),
                        coverage.skipped[i]);
  counts.emplace_back("below_confidence", coverage.unsure);
  counts.emplace_back("baseline", coverage.baseline);
  counts.emplace_back("allowed", coverage.allowed);
  counts.emplace_back("incomplete", coverage.incomplete.size());
  return counts;
}

}  // namespace sluice
