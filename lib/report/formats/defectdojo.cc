// The report for DefectDojo's generic importer ("Generic Findings Import").
//
// An object with the list `findings`, and in each only members that the importer
// knows, since it refuses a file with others. `unique_id_from_tool` stays the
// same while lines move, so that a later import updates a finding.
// `vuln_id_from_tool` is the rule.
// Memory: FindingIdentities.
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "base/check.h"
#include "report/formats/formats.h"
#include "report/formats/report.h"
#include "report/json/finding_json.h"
#include "report/json/json_text.h"
#include "report/shown/finding_identity.h"
#include "report/shown/repository_path.h"
#include "report/shown/shown_finding.h"
#include "text/escape.h"

namespace sluice {
namespace {

// Hard-coded credentials.
constexpr int kWeakness = 798;

class DefectDojoReport final : public Report {
 public:
  using Report::Report;

  Result<void> begin(const ToolInfo&) override {
    return output_.write("{\n \"findings\": [");
  }
  Result<void> end(const Coverage&) override {
    SLUICE_TRY(output_.write(any_ ? "\n ]\n}\n" : "]\n}\n"));
    return output_.flush();
  }

 protected:
  Result<void> finding(const ShownFile& file,
                       const ShownFinding& shown) override;

 private:
  FindingIdentities identities_;
  bool any_ = false;
};

std::string_view severity_of(Confidence confidence) {
  switch (confidence) {
    case Confidence::kHigh:
      return "High";
    case Confidence::kMedium:
      return "Medium";
    case Confidence::kLow:
      return "Low";
  }
  SLUICE_CHECK(false);
}

std::string description_of(const ShownFile& file, const ShownFinding& shown) {
  std::string text = fmt::format(
      "{}: `{}` in {}.", finding_title(shown), visible(shown.secret),
      fmt::format("{}:{}:{}", visible(file.path), shown->start.line,
                  shown->start.column));
  if (file.commit) text += fmt::format(" Commit {}.", visible(file.commit->id));
  if (!shown.fingerprint.empty())
    text += fmt::format(" Fingerprint of sluice: `{}`.",
                        visible(shown.fingerprint));
  return text;
}

}  // namespace

Result<void> DefectDojoReport::finding(const ShownFile& file,
                                       const ShownFinding& shown) {
  const FindingFacts& facts = *shown.facts;
  const std::string path =
      repository_path(options_.repository, file.location.path);
  Json json = {{"title", finding_title(shown)},
               {"severity", severity_of(facts.confidence)},
               {"description", description_of(file, shown)},
               {"file_path", visible(path)},
               {"line", file.location.members.empty() ? facts.start.line : 1},
               {"cwe", kWeakness},
               {"active", true},
               {"verified", false},
               {"static_finding", true},
               {"dynamic_finding", false},
               {"unique_id_from_tool", identities_.next(file, facts).hash},
               {"vuln_id_from_tool", shown.rule_id}};
  if (const Revocation* const revocation = facts.rule->revocation) {
    json["mitigation"] = escape_invalid_utf8(revocation->steps);
    if (!revocation->url.empty())
      json["references"] = escape_invalid_utf8(revocation->url);
  }
  SLUICE_TRY(
      output_.write(fmt::format("{}\n  {}", any_ ? "," : "", json_text(json))));
  any_ = true;
  return {};
}

std::unique_ptr<FindingSink> defectdojo_report(Output& output,
                                               const ReportOptions& options) {
  return std::make_unique<DefectDojoReport>(output, options);
}

}  // namespace sluice
