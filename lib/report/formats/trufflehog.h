// Our findings as lines of JSON like those of `trufflehog --json`, for programs
// that read them.
//
// `Verified` is always false, since sluice does not test credentials.
// `DetectorName` is the id of our rule, and `DetectorType` the number that
// trufflehog has for patterns of one's own. `Raw` is masked, like `Redacted`,
// unless secrets are shown. There is no room for the coverage.
#pragma once

#include "report/formats/report.h"

namespace sluice {

class TrufflehogReport : public Report {
 public:
  TrufflehogReport(Output& output, ReportOptions options);

  Result<void> begin(const ToolInfo& tool) override;
  Result<void> end(const Coverage& coverage) override;

 protected:
  Result<void> finding(const ShownFile& file,
                       const ShownFinding& shown) override;
  Result<void> end_file(const ShownFile& file) override;
};

}  // namespace sluice
