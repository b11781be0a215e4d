// The report as workflow commands, which GitHub Actions turns into annotations
// beside the code. Meant for standard output of a step.
//
// Findings are errors, or warnings if they are not of high confidence; each
// path that could not be read in full is a warning; the coverage is a notice.
// GitHub shows the first ten of a kind for a step, and all in its log.
#pragma once

#include "report/formats/report.h"
#include "report/shown/summary.h"

namespace sluice {

class GithubReport : public Report {
 public:
  using Report::Report;

  Result<void> begin(const ToolInfo& tool) override;
  Result<void> end(const Coverage& coverage) override;

 protected:
  Result<void> finding(const ShownFile& file,
                       const ShownFinding& shown) override;
  Result<void> end_file(const ShownFile& file) override;
};

}  // namespace sluice
