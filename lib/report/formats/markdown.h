// The report in Markdown, for job summaries and comments: a table of findings,
// then the coverage.
//
// Texts from files are in code spans, in which Markdown interprets nothing.
// Characters that could end a span (control characters, backticks, and the
// table's bars) are escaped.
#pragma once

#include "report/formats/report.h"
#include "report/shown/summary.h"

namespace sluice {

class MarkdownReport : public Report {
 public:
  using Report::Report;

  Result<void> begin(const ToolInfo& tool) override;
  Result<void> end(const Coverage& coverage) override;

 protected:
  Result<void> finding(const ShownFile& file,
                       const ShownFinding& shown) override;

 private:
  bool has_head_ = false;  // of the table
};

}  // namespace sluice
