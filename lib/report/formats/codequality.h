// GitLab's Code Quality report, for `artifacts:reports:codequality`: a list of
// issues, one a finding, and one for each path that could not be read in full.
// It has no place for the rest of the coverage.
#pragma once

#include "report/formats/report.h"
#include "report/shown/finding_identity.h"

namespace sluice {

class CodequalityReport : public Report {
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

}  // namespace sluice
