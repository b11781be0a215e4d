// GitLab's secret detection report (schema 15.0.7), for
// `artifacts:reports:secret_detection`.
//
// The coverage is in `scan.messages`, and `scan.status` shows whether
// everything was read. The schema wants a commit: zeros if the findings are of
// no commit. It also wants the times of start and end, which come from
// SOURCE_DATE_EPOCH if that is set, so that equal input can give equal bytes.
#include "report/formats/formats.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "base/check.h"
#include "report/formats/report.h"
#include "report/json/finding_json.h"
#include "report/json/json_text.h"
#include "report/shown/coverage.h"
#include "report/shown/finding_identity.h"
#include "report/shown/shown_finding.h"
#include "report/shown/summary.h"
#include "text/escape.h"

namespace sluice {
namespace {

class GitlabReport final : public Report {
 public:
  using Report::Report;

  Result<void> begin(const ToolInfo& tool) override;
  Result<void> end(const Coverage& coverage) override;

 protected:
  Result<void> finding(const ShownFile& file,
                       const ShownFinding& shown) override;

 private:
  FindingIdentities identities_;
  std::string version_;
  std::string start_time_;
  bool any_ = false;  // a finding was written
};

constexpr std::string_view kSchema = "15.0.7";
constexpr std::string_view kNoCommit = "0000000";
constexpr std::size_t kMaxName = 255;  // of the schema

std::string_view gitlab_severity(Confidence confidence) {
  switch (confidence) {
    case Confidence::kHigh:
      return "Critical";
    case Confidence::kMedium:
      return "High";
    case Confidence::kLow:
      return "Low";
  }
  SLUICE_CHECK(false);
}

// 32 hexadecimal digits as a UUID of one's own making (version 8).
std::string uuid_of(std::string hash) {
  hash[12] = '8';
  hash[16] = 'a';
  for (const std::size_t at : {20U, 16U, 12U, 8U}) hash.insert(at, "-");
  return hash;
}

Json location_json(const RepositoryBase& place, const ShownFile& file,
                   const FindingFacts& finding) {
  Json commit = {{"sha", kNoCommit}};
  if (file.commit && !file.commit->id.empty()) {
    const Commit& of = *file.commit;
    commit = {{"sha", escape_invalid_utf8(of.id)},
              {"author", visible(of.author + " <" + of.email + ">")},
              {"date", visible(of.date)},
              {"message", visible(of.message)}};
  }
  return {{"file", visible(repository_path(place, file.path))},
          {"commit", std::move(commit)},
          {"start_line", finding.start.line},
          {"end_line", finding.end.line}};
}

// The schema bounds it in characters, of which there are no more than bytes.
std::string name_text(const ShownFinding& shown) {
  std::string name =
      visible(shown.description.empty() ? shown.rule_id : shown.description);
  if (name.size() <= kMaxName) return name;
  name.resize(kMaxName);
  while ((name.back() & 0xC0) == 0x80) name.pop_back();
  name.pop_back();
  return name;
}

}  // namespace

Result<void> GitlabReport::begin(const ToolInfo& tool) {
  version_ = escape_invalid_utf8(tool.version);
  start_time_ = report_time();
  return output_.write(fmt::format(
      "{{\n \"version\": \"{}\",\n \"vulnerabilities\": [", kSchema));
}

Result<void> GitlabReport::finding(const ShownFile& file,
                                   const ShownFinding& shown) {
  const FindingFacts& finding = *shown.facts;
  const std::string id = visible(shown.rule_id);
  const std::string origin = origin_text(file);
  Json json = {
      {"id", uuid_of(identities_.next(file, finding).hash)},
      {"category", "secret_detection"},
      {"name", name_text(shown)},
      {"description",
       fmt::format("{}{}. The secret may be known to others: revoke it, then "
                   "remove it.",
                   finding_title(shown),
                   origin.empty() ? origin : ", " + origin)},
      {"severity", gitlab_severity(finding.confidence)},
      {"identifiers", Json::array({{{"type", "sluice_rule_id"},
                                    {"name", fmt::format("sluice rule {}", id)},
                                    {"value", id}}})},
      {"location", location_json(options_.repository, file, finding)},
      {"raw_source_code_extract", visible(shown.secret)}};
  if (const Revocation* const facts = finding.rule->revocation) {
    json["solution"] = visible(facts->steps);
    if (!facts->url.empty())
      json["links"] = Json::array({{{"url", visible(facts->url)}}});
  }
  SLUICE_TRY(
      output_.write(fmt::format("{}\n  {}", any_ ? "," : "", json_text(json))));
  any_ = true;
  return {};
}

Result<void> GitlabReport::end(const Coverage& coverage) {
  Json messages = Json::array(
      {{{"level", "info"},
        {"value", summary_line(found().counts(coverage), coverage)}}});
  for (const CoverageEntry& entry : coverage_entries(coverage))
    messages.push_back(
        {{"level", entry.kind == CoverageKind::kIncomplete ? "warn" : "info"},
         {"value", coverage_sentence(entry)}});
  const Json about = {{"id", "sluice"},
                      {"name", "sluice"},
                      {"version", version_},
                      {"vendor", {{"name", "sluice"}}}};
  const Json scan = {
      {"analyzer", about},
      {"scanner", about},
      {"type", "secret_detection"},
      {"start_time", start_time_},
      {"end_time", report_time()},
      {"status", coverage.incomplete.empty() ? "success" : "failure"},
      {"messages", std::move(messages)}};
  SLUICE_TRY(output_.write(fmt::format("{}],\n \"scan\": {}\n}}\n",
                                       any_ ? "\n " : "", json_text(scan))));
  return output_.flush();
}

std::unique_ptr<FindingSink> gitlab_report(Output& output,
                                           const ReportOptions& options) {
  return std::make_unique<GitlabReport>(output, options);
}

}  // namespace sluice
