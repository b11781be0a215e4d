// The report for programs: one JSON document, schema "sluice/1"
// (docs/sluice-1.schema.json).
//
//   {
//     "schema": "sluice/1",
//     "tool": {"name": .., "version": .., "rules": .., "rules_sha256": ..},
//     "secrets": "masked" | "shown",
//     "path_prefix": "src/",       what leads from the repository's root to the
//                                  paths; only if that is something
//     "findings": [
//       {one finding a line}
//     ],
//     "dropped": [{one a line}],   with ReportOptions::explain_drops
//     "coverage": {..}
//   }
//
// Equal input gives equal bytes. Only the current file, and the text of dropped
// candidates, which comes after all findings, are held in memory. The document
// is valid UTF-8 without raw control characters except newlines.
#pragma once

#include <string>

#include "report/formats/report.h"

namespace sluice {

class JsonReport : public Report {
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

 private:
  bool any_ = false;     // a finding was written
  std::string dropped_;  // the elements of that list, until end()
};

}  // namespace sluice
