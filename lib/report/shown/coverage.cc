#include "report/shown/coverage.h"

#include <fmt/core.h>

#include "report/shown/shown_finding.h"
#include "text/quantity.h"

namespace sluice {
namespace {

// " of the scanned tree".
std::string whose(const Policy& policy) {
  switch (policy.origin) {
    case PolicyOrigin::kDefault:
      break;
    case PolicyOrigin::kCommandLine:
      return " (--config)";
    case PolicyOrigin::kVariable:
      return " (a variable)";
    case PolicyOrigin::kTree:
      return " of the scanned tree";
    case PolicyOrigin::kIndex:
      return " as staged";
    case PolicyOrigin::kRevision:
      return " of " + visible(policy.revision);
  }
  return {};
}

}  // namespace

std::string policy_sentence(const Coverage& coverage) {
  const Policy& policy = coverage.policy;
  std::string text;
  if (!policy.file.empty())
    text =
        fmt::format("configuration: {}{}; {}{}", visible(policy.file),
                    whose(policy), counted(policy.rules, "rule", "rules"),
                    policy.default_rules ? "" : ", none of the default ones");
  const auto add = [&](std::uint64_t number, std::string_view what) {
    if (number != 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : "; ",
                          group_digits(number), what);
  };
  add(policy.rules_disabled,
      policy.rules_disabled == 1 ? "rule disabled" : "rules disabled");
  add(policy.rules_changed, policy.rules_changed == 1
                                ? "default rule changed"
                                : "default rules changed");
  if (!policy.changed.empty()) {
    std::string names;
    for (const std::string& id : policy.changed)
      names += (names.empty() ? "" : ", ") + visible(id);
    text +=
        fmt::format(" ({}{})", names,
                    policy.changed.size() < policy.rules_changed ? ", .." : "");
  }
  if (!policy.min_confidence.empty())
    text += fmt::format("{}min-confidence {}", text.empty() ? "" : "; ",
                        visible(policy.min_confidence));
  const auto add_file = [&](std::string_view what, const std::string& file) {
    text +=
        fmt::format("{}{}: {}", text.empty() ? "" : "; ", what, visible(file));
  };
  if (!policy.user.empty()) add_file("your settings", policy.user);
  for (const std::string& file : policy.organisation)
    add_file("policy of the organisation", file);
  add(policy.refused.size(), policy.refused.size() == 1
                                 ? "setting not allowed"
                                 : "settings not allowed");
  add(coverage.allowlisted, coverage.allowlisted == 1
                                ? "secret on its allowlist"
                                : "secrets on its allowlists");
  return text;
}

std::vector<CoverageEntry> coverage_entries(const Coverage& coverage) {
  std::vector<CoverageEntry> entries;
  if (coverage.shard)
    entries.push_back(
        {CoverageKind::kNote, "",
         fmt::format(
             "shard {} of {}: this report does not contain the other shards",
             coverage.shard->shard.index, coverage.shard->shard.count)});
  for (const Incomplete& item : coverage.incomplete)
    entries.push_back(
        {CoverageKind::kIncomplete, item.location.text(), item.reason});
  for (const SkippedPath& item : coverage.skipped_paths)
    entries.push_back({CoverageKind::kSkipped, item.path,
                       std::string(facts_of(item.reason).name)});
  for (const Note& note : coverage.notes)
    if (!note.is_empty())
      entries.push_back({CoverageKind::kNote, "", note.sentence()});
  if (std::string policy = policy_sentence(coverage); !policy.empty())
    entries.push_back({CoverageKind::kPolicy, "", std::move(policy)});
  for (const std::string& sentence : coverage.policy.refused)
    entries.push_back({CoverageKind::kPolicy, "", sentence});
  return entries;
}

std::string coverage_sentence(const CoverageEntry& entry) {
  const std::string text = visible(entry.text);
  const std::string path = entry.path.empty() ? "." : visible(entry.path);
  switch (entry.kind) {
    case CoverageKind::kIncomplete:
      return fmt::format("could not read {}: {}", path, text);
    case CoverageKind::kSkipped:
      return fmt::format("skipped {}: {}", path, text);
    case CoverageKind::kNote:
    case CoverageKind::kPolicy:
      break;
  }
  return text;
}

std::vector<std::pair<std::string, std::uint64_t>> coverage_counts(
    const Coverage& coverage) {
  std::vector<std::pair<std::string, std::uint64_t>> counts = {
      {"files_scanned", coverage.files_scanned},
      {"members_scanned", coverage.members_scanned},
      {"bytes_scanned", coverage.bytes_scanned}};
  for (std::size_t i = 0; i < kSkipReasons; ++i)
    counts.emplace_back(fmt::format("skipped_{}", kSkipFacts[i].name),
                        coverage.skipped[i]);
  counts.emplace_back("below_confidence", coverage.below_confidence);
  counts.emplace_back("baseline", coverage.baseline);
  counts.emplace_back("allowed", coverage.allowed);
  counts.emplace_back("allowlisted", coverage.allowlisted);
  counts.emplace_back("self_allowed", coverage.self_allowed);
  counts.emplace_back("rules_disabled", coverage.policy.rules_disabled);
  if (coverage.policy.rules_changed != 0)
    counts.emplace_back("rules_changed", coverage.policy.rules_changed);
  if (!coverage.policy.refused.empty())
    counts.emplace_back("refused", coverage.policy.refused.size());
  counts.emplace_back("incomplete", coverage.incomplete.size());
  return counts;
}

}  // namespace sluice
