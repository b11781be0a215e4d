// GitLab's Code Quality report, for `artifacts:reports:codequality`: a list of
// issues, one a finding, and one for each path that could not be read in full.
// It has no place for the rest of the coverage.
#include "report/formats/formats.h"

#include <memory>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/digest.h"
#include "report/formats/report.h"
#include "report/json/finding_json.h"
#include "report/json/json_text.h"
#include "report/shown/coverage.h"
#include "report/shown/finding_identity.h"
#include "report/shown/shown_finding.h"

namespace sluice {
namespace {

class CodequalityReport final : public Report {
 public:
  using Report::Report;

  Result<void> begin(const ToolInfo& tool) override;
  Result<void> end(const Coverage& coverage) override;

 protected:
  Result<void> finding(const ShownFile& file,
                       const ShownFinding& shown) override;

 private:
  struct Issue;
  Result<void> write(const Issue& issue);

  FindingIdentities identities_;
  bool any_ = false;  // an issue was written
};

std::string_view codequality_severity(Confidence confidence) {
  switch (confidence) {
    case Confidence::kHigh:
      return "critical";
    case Confidence::kMedium:
      return "major";
    case Confidence::kLow:
      return "minor";
  }
  SLUICE_CHECK(false);
}

}  // namespace

struct CodequalityReport::Issue {
  std::string description;
  std::string check;
  std::string fingerprint;
  std::string_view severity;
  std::string_view path;
  std::uint64_t line = 1;
};

Result<void> CodequalityReport::write(const Issue& issue) {
  const Json json = {
      {"description", issue.description},
      {"check_name", issue.check},
      {"fingerprint", issue.fingerprint},
      {"severity", issue.severity},
      {"location",
       {{"path", visible(repository_path(options_.repository, issue.path))},
        {"lines", {{"begin", issue.line}}}}}};
  const Result<void> written =
      output_.write(fmt::format("{}\n {}", any_ ? "," : "", json_text(json)));
  any_ = true;
  return written;
}

Result<void> CodequalityReport::begin(const ToolInfo&) {
  return output_.write("[");
}

Result<void> CodequalityReport::finding(const ShownFile& file,
                                        const ShownFinding& shown) {
  return write({.description = fmt::format("{}: {}", finding_title(shown),
                                           visible(shown.secret)),
                .check = visible(shown.rule_id),
                .fingerprint = identities_.next(file, *shown.facts).hash,
                .severity = codequality_severity(shown->confidence),
                .path = std::string(file.path),
                .line = shown->start.line});
}

Result<void> CodequalityReport::end(const Coverage& coverage) {
  for (const CoverageEntry& entry : coverage_entries(coverage)) {
    if (entry.kind != CoverageKind::kIncomplete) continue;
    const std::string_view name[] = {"incomplete", entry.path, entry.text};
    SLUICE_TRY(write({.description = coverage_sentence(entry),
                      .check = "incomplete",
                      .fingerprint = to_hex(sha256(name)).substr(0, 32),
                      .severity = "info",
                      .path = entry.path}));
  }
  SLUICE_TRY(output_.write(any_ ? "\n]\n" : "]\n"));
  return output_.flush();
}

std::unique_ptr<FindingSink> codequality_report(Output& output,
                                                const ReportOptions& options) {
  return std::make_unique<CodequalityReport>(output, options);
}

}  // namespace sluice
