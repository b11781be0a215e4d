// The report for programs that read as it comes: a JSON object a line, each
// with a `type`.
//
//   {"type": "report", "schema": "sluice/1", "tool": {..}, "secrets": ..}
//   {"type": "finding", ..}    the members of a finding in the format json
//   {"type": "dropped", ..}    with ReportOptions::explain_drops
//   {"type": "coverage", ..}   the last line: without it the report is cut off
#pragma once

#include "report/formats/report.h"

namespace sluice {

class JsonlReport : public Report {
 public:
  using Report::Report;

  Result<void> begin(const ToolInfo& tool) override;
  Result<void> end(const Coverage& coverage) override;

 protected:
  Result<void> finding(const ShownFile& file,
                       const ShownFinding& shown) override;
  Result<void> dropped(const ShownFile& file,
                       const ShownDropped& shown) override;
  Result<void> end_file(const ShownFile& file) override;
};

}  // namespace sluice
