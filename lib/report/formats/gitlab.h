// GitLab's secret detection report (schema 15.0.7), for
// `artifacts:reports:secret_detection`.
//
// The coverage is in `scan.messages`, and `scan.status` shows whether
// everything was read. The schema wants a commit: zeros if the findings are of
// no commit. It also wants the times of start and end, which come from
// SOURCE_DATE_EPOCH if that is set, so that equal input can give equal bytes.
#pragma once

#include <string>

#include "report/formats/report.h"
#include "report/shown/finding_identity.h"
#include "report/shown/summary.h"

namespace sluice {

class GitlabReport : public Report {
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

}  // namespace sluice
