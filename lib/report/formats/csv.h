// The report as a table (RFC 4180), for spreadsheets and databases.
//
// One row for each finding, with `finding` in the column `type`. Then the
// coverage: `coverage` rows with a name in `id` and a number in `value`, and a
// row for each path that was not read in full (`incomplete`) or skipped
// (`skipped`), and for each `note`.
//
// Text is visible: characters that a terminal would obey are escaped, line ends
// too. A cell that a spreadsheet would compute as a formula begins with an
// apostrophe.
#pragma once

#include "report/formats/report.h"

namespace sluice {

class CsvReport : public Report {
 public:
  using Report::Report;

  Result<void> begin(const ToolInfo& tool) override;
  Result<void> end(const Coverage& coverage) override;

 protected:
  Result<void> finding(const ShownFile& file,
                       const ShownFinding& shown) override;
};

}  // namespace sluice
