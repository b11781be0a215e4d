// The report as SARIF 2.1.0, for code scanning.
//
// It has everything that GitHub needs: a `level` for each result,
// `security-severity` for each rule, `primaryLocationLineHash` from our
// fingerprint, so that an alert stays the same while lines move, and URIs
// relative to the repository's root (`%SRCROOT%`). Columns count characters.
//
// Results come before the rules, because the results stream and only rules with
// results are listed; the order of members is free in JSON.
//
// GitHub refuses a run of more than 25,000 results, and a file of more than 20
// runs. So a run that is full is ended and another begun, each with a category of
// its own (automationDetails), since GitHub does not join runs of one category.
// After 20 runs, results are left out, which a notification counts. The last run
// has the coverage. Rejected: leaving out results of low confidence first; the
// report would have to hold all of them until the end.
// Memory: the rules with results, of a run.
#include "report/formats/formats.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/check.h"
#include "report/formats/report.h"
#include "report/json/finding_json.h"
#include "report/json/json_text.h"
#include "report/shown/coverage.h"
#include "report/shown/finding_identity.h"
#include "report/shown/shown_finding.h"
#include "text/escape.h"

namespace sluice {
namespace {

class SarifReport final : public Report {
 public:
  using Report::Report;

  Result<void> begin(const ToolInfo& tool) override;
  Result<void> end(const Coverage& coverage) override;

 protected:
  Result<void> finding(const ShownFile& file,
                       const ShownFinding& shown) override;

 private:
  struct FiredRule {
    std::string id;
    std::string description;
    std::vector<std::string> tags;
    Confidence surest = Confidence::kLow;  // of its findings
    // The first steps to take, and where. Empty if unknown.
    std::string steps;
    std::string url;
  };

  // GitHub's limits.
  static constexpr std::size_t kMaxResults = 25'000;
  static constexpr std::size_t kMaxRuns = 20;

  std::size_t rule_index(const FindingFacts& finding);
  std::string rules_text() const;
  Result<void> begin_run();
  // `properties` is the text of a member, with a comma before it, or empty.
  Result<void> end_run(bool successful, const Json& notifications,
                       const std::string& properties);

  std::string tool_;  // the members of the driver but its rules
  std::vector<FiredRule> rules_;
  std::unordered_map<std::string, std::size_t> rule_indexes_;  // by id
  FindingIdentities identities_;
  std::size_t results_ = 0;  // of the run
  std::size_t runs_ = 0;     // the one at hand too
  std::uint64_t left_out_ = 0;
};

constexpr std::string_view kHelp =
    "Take the secret for known to others: revoke it where it was issued, and "
    "look there for its use. Then remove it from the file, and have the "
    "program read it from its environment or from a secret store. It stays in "
    "git's history.";

std::string help_of(std::string_view steps, std::string_view url) {
  if (steps.empty()) return std::string(kHelp);
  return fmt::format("{}{}{}\n\n{}", escape_invalid_utf8(steps),
                     url.empty() ? "" : " ", escape_invalid_utf8(url), kHelp);
}

std::string_view level_of(Confidence confidence) {
  switch (confidence) {
    case Confidence::kHigh:
      return "error";
    case Confidence::kMedium:
      return "warning";
    case Confidence::kLow:
      return "note";
  }
  SLUICE_CHECK(false);
}

// GitHub shows 7.0 and more as high, 4.0 and more as medium.
std::string_view security_severity(Confidence confidence) {
  switch (confidence) {
    case Confidence::kHigh:
      return "8.0";
    case Confidence::kMedium:
      return "5.5";
    case Confidence::kLow:
      return "2.0";
  }
  SLUICE_CHECK(false);
}

Json text_object(std::string_view text) {
  return {{"text", escape_invalid_utf8(text)}};
}

Json artifact_json(const RepositoryBase& place, std::string_view path) {
  const std::string inside = repository_path(place, path);
  Json json = {{"uri", uri_of(inside)}};
  if (!inside.starts_with('/')) json["uriBaseId"] = "%SRCROOT%";
  return json;
}

Json region_json(const ShownFinding& shown) {
  const CharacterColumns columns = character_columns(shown);
  Json region = {{"startLine", shown->start.line},
                 {"startColumn", columns.start},
                 {"endLine", shown->end.line},
                 {"endColumn", columns.end}};
  if (is_on_one_line(*shown.facts) && !shown.excerpt.secret.empty())
    region["snippet"] = text_object(shown.excerpt.secret);
  return region;
}

// A member of an archive is shown at the archive, which has no lines for a
// viewer. The place in the member is named in addition.
Json member_location_json(const RepositoryBase& place, const ShownFile& file) {
  return {{"physicalLocation",
           {{"artifactLocation", artifact_json(place, file.location.path)},
            {"region", {{"startLine", 1}}}}},
          {"logicalLocations",
           Json::array({{{"fullyQualifiedName",
                          escape_invalid_utf8(file.location.text())},
                         {"kind", "resource"}}})}};
}

Json location_json(const RepositoryBase& place, const ShownFile& file,
                   const ShownFinding& shown) {
  if (!file.location.members.empty()) return member_location_json(place, file);
  Json physical = {
      {"artifactLocation", artifact_json(place, file.location.path)},
      {"region", region_json(shown)}};
  // It must contain the region, but the excerpt has only its first line.
  if (is_on_one_line(*shown.facts) && !shown.excerpt.empty())
    physical["contextRegion"] = {
        {"startLine", shown->start.line},
        {"endLine", shown->start.line},
        {"snippet", text_object(shown.excerpt.line())}};
  return {{"physicalLocation", std::move(physical)}};
}

Json properties_json(const ShownFile& file, const ShownFinding& shown) {
  const FindingFacts& finding = *shown.facts;
  Json json = {{"confidence", name_of(finding.confidence)},
               {"checksum", name_of(finding.checksum)}};
  if (shown.secret_id != 0) json["secretId"] = shown.secret_id;
  if (shown.entropy) json["entropy"] = *shown.entropy;
  if (!finding.detail.empty())
    json["detail"] = escape_invalid_utf8(finding.detail);
  if (!finding.decoded.empty()) json["decoded"] = finding.decoded;
  if (finding.self_allowed) json["selfAllowed"] = true;
  if (finding.found_in != FoundIn::kText)
    json["foundIn"] = name_of(finding.found_in);
  if (file.commit) json["git"] = commit_json(*file.commit, file.where_name());
  return json;
}

Json notification_json(const RepositoryBase& place,
                       const CoverageEntry& entry) {
  const bool lost = entry.kind == CoverageKind::kIncomplete;
  Json json = {{"level", lost ? "error" : "note"},
               {"message", text_object(coverage_sentence(entry))}};
  if (!entry.path.empty())
    json["locations"] = Json::array(
        {{{"physicalLocation",
           {{"artifactLocation", artifact_json(place, entry.path)}}}}});
  return json;
}

}  // namespace

std::size_t SarifReport::rule_index(const FindingFacts& finding) {
  const Rule& rule = *finding.rule;
  const Revocation* const facts = rule.revocation;
  const auto [found, is_new] =
      rule_indexes_.try_emplace(std::string(rule.id), rules_.size());
  if (is_new)
    rules_.push_back({std::string(rule.id),
                      std::string(rule.description),
                      {rule.tags.begin(), rule.tags.end()},
                      finding.confidence,
                      std::string(facts == nullptr ? "" : facts->steps),
                      std::string(facts == nullptr ? "" : facts->url)});
  FiredRule& fired = rules_[found->second];
  fired.surest = std::max(fired.surest, finding.confidence);
  return found->second;
}

Result<void> SarifReport::begin(const ToolInfo& tool) {
  const std::string version = escape_invalid_utf8(tool.version);
  tool_ = fmt::format(
      "\"name\": \"sluice\",\n     \"version\": {0},\n"
      "     \"semanticVersion\": {0},\n     \"properties\": {1}",
      json_text(Json(version)),
      json_text({{"rules", tool.policy.rules},
                 {"rules_sha256", escape_invalid_utf8(tool.rules_sha256)}}));
  SLUICE_TRY(output_.write(
      "{\n \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n"
      " \"version\": \"2.1.0\",\n \"runs\": ["));
  return begin_run();
}

Result<void> SarifReport::begin_run() {
  rules_.clear();
  rule_indexes_.clear();
  results_ = 0;
  return output_.write(runs_++ == 0 ? "\n  {\n   \"results\": ["
                                    : ",\n  {\n   \"results\": [");
}

Result<void> SarifReport::end_run(bool successful, const Json& notifications,
                                  const std::string& properties) {
  const Json invocations =
      Json::array({{{"executionSuccessful", successful},
                    {"toolExecutionNotifications", notifications}}});
  const bool is_one_of_several = runs_ > 1 || results_ == kMaxResults;
  return output_.write(fmt::format(
      "{}],\n   \"tool\": {{\n    \"driver\": {{\n     {},\n"
      "     \"rules\": {}\n    }}\n   }},\n{}"
      "   \"columnKind\": \"unicodeCodePoints\",\n"
      "   \"invocations\": {}{}\n  }}",
      results_ != 0 ? "\n   " : "", tool_, rules_text(),
      is_one_of_several
          ? fmt::format(
                "   \"automationDetails\": {{\"id\": \"sluice-{}/\"}},\n",
                runs_)
          : std::string(),
      json_text(invocations), properties));
}

Result<void> SarifReport::finding(const ShownFile& file,
                                  const ShownFinding& shown) {
  const FindingFacts& finding = *shown.facts;
  const FindingIdentity identity = identities_.next(file, finding);
  if (results_ == kMaxResults) {
    if (runs_ == kMaxRuns) {
      ++left_out_;
      return {};
    }
    SLUICE_TRY(end_run(true, Json::array(), ""));
    SLUICE_TRY(begin_run());
  }
  const Json json = {
      {"ruleId", shown.rule_id},
      {"ruleIndex", rule_index(finding)},
      {"level", level_of(finding.confidence)},
      {"message", text_object(fmt::format(
                      "{}: {}{}", finding_title(shown), visible(shown.secret),
                      place_in_archive(file.location, finding)))},
      {"locations",
       Json::array({location_json(options_.repository, file, shown)})},
      {"partialFingerprints",
       {{"primaryLocationLineHash",
         fmt::format("{}:{}", identity.shared_hash.substr(0, 16),
                     identity.occurrence)},
        {"sluiceFingerprint/v1", shown.fingerprint}}},
      {"properties", properties_json(file, shown)}};
  SLUICE_TRY(output_.write(
      fmt::format("{}\n    {}", results_ != 0 ? "," : "", json_text(json))));
  ++results_;
  return {};
}

std::string SarifReport::rules_text() const {
  std::string text;
  for (const FiredRule& rule : rules_) {
    // Each once.
    std::vector<std::string> tags = {"security", "secret"};
    for (const std::string& tag : rule.tags)
      if (std::ranges::find(tags, tag) == tags.end())
        tags.push_back(escape_invalid_utf8(tag));
    const Json description =
        text_object(rule.description.empty() ? rule.id : rule.description);
    Json json = {{"id", escape_invalid_utf8(rule.id)},
                 {"shortDescription", description},
                 {"fullDescription", description},
                 {"help", text_object(help_of(rule.steps, rule.url))},
                 {"defaultConfiguration", {{"level", level_of(rule.surest)}}},
                 {"properties",
                  {{"tags", tags},
                   {"precision", name_of(rule.surest)},
                   {"security-severity", security_severity(rule.surest)}}}};
    if (!rule.url.empty()) json["helpUri"] = escape_invalid_utf8(rule.url);
    text +=
        fmt::format("{}\n      {}", text.empty() ? "" : ",", json_text(json));
  }
  return text.empty() ? "[]" : "[" + text + "\n     ]";
}

Result<void> SarifReport::end(const Coverage& coverage) {
  Json notifications = Json::array();
  for (const CoverageEntry& entry : coverage_entries(coverage))
    notifications.push_back(notification_json(options_.repository, entry));
  if (left_out_ != 0)
    notifications.push_back(
        {{"level", "warning"},
         {"message",
          text_object(fmt::format(
              "{} more results are left out of this file, because GitHub takes "
              "no more than {} runs of {} results; the other formats have all "
              "of them",
              left_out_, kMaxRuns, kMaxResults))}});
  SLUICE_TRY(end_run(
      coverage.incomplete.empty(), notifications,
      fmt::format(",\n   \"properties\": {}",
                  json_text({{"summary", summary_json(found(), coverage)},
                             {"coverage", coverage_json(coverage)}}))));
  SLUICE_TRY(output_.write("\n ]\n}\n"));
  return output_.flush();
}

std::unique_ptr<FindingSink> sarif_report(Output& output,
                                          const ReportOptions& options) {
  return std::make_unique<SarifReport>(output, options);
}

}  // namespace sluice
