// Our findings as gitleaks' JSON report, field for field, for programs that
// read that.
//
// Places are those of the match, as in gitleaks, and not of the secret; columns
// count from 1 on every line, and the end is the last byte, not one past it.
// If a match begins on an earlier line than its secret, its column is 1.
// Secrets are masked as in our other reports. There is no room for the
// coverage.
#include "gitleaks/report/formats.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "gitleaks/detector/finding.h"
#include "report/formats/report.h"
#include "report/json/json_text.h"
#include "report/shown/shown_finding.h"

namespace sluice {
namespace {

class GitleaksReport final : public Report {
 public:
  using Report::Report;

  Result<void> begin(const ToolInfo& tool) override;
  Result<void> end(const Coverage& coverage) override;

 protected:
  Result<void> finding(const ShownFile& file,
                       const ShownFinding& shown) override;

 private:
  bool any_ = false;  // a finding was written
};

GitleaksFinding leak_of(const ShownFile& file, const ShownFinding& shown) {
  GitleaksFinding leak;
  leak.start_line = shown.match_places.all.start_line;
  leak.start_column = shown.match_places.all.start_column;
  leak.end_line = shown.match_places.all.end_line;
  leak.end_column = shown.match_places.all.end_column;
  leak.match = shown.match;
  leak.secret = shown.secret;
  leak.entropy = static_cast<float>(shown.entropy.value_or(0));
  leak.file = file.path;
  leak.commit = file.commit;
  leak.fingerprint =
      fmt::format("{}{}:{}:{}", file.commit ? file.commit->id + ":" : "",
                  file.path, shown->rule->id, leak.start_line);
  return leak;
}

}  // namespace

Result<void> GitleaksReport::begin(const ToolInfo&) {
  return output_.write("[");
}

Result<void> GitleaksReport::finding(const ShownFile& file,
                                     const ShownFinding& shown) {
  SLUICE_TRY(output_.write(any_ ? ",\n " : "\n "));
  any_ = true;
  return output_.write(
      inert_json(leak_json(leak_of(file, shown), *shown->rule, " ", " ")));
}

Result<void> GitleaksReport::end(const Coverage&) {
  SLUICE_TRY(output_.write(any_ ? "\n]\n" : "]\n"));
  return output_.flush();
}

std::unique_ptr<FindingSink> gitleaks_report(Output& output,
                                             const ReportOptions& options) {
  return std::make_unique<GitleaksReport>(output, options);
}

}  // namespace sluice
