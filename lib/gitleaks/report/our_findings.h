// Our findings as gitleaks' JSON report, field for field, for programs that
// read that.
//
// Places are those of the match, as in gitleaks, and not of the secret; columns
// count from 1 on every line, and the end is the last byte, not one past it.
// If a match begins on an earlier line than its secret, its column is 1.
// Secrets are masked as in our other reports. There is no room for the
// coverage.
#pragma once

#include "report/formats/report.h"

namespace sluice {

class GitleaksReport : public Report {
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

}  // namespace sluice
