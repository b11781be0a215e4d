// The report as JUnit's XML, for CI servers: each finding is a test that
// failed.
//
// Each file with findings is a suite (several, one behind the other, for a file
// with very many); then comes the suite "coverage": one test that passed, with
// the coverage in its properties, and one in error for each path that could not
// be read in full.
#pragma once

#include "report/formats/report.h"

namespace sluice {

class JunitReport : public Report {
 public:
  using Report::Report;

  Result<void> begin(const ToolInfo& tool) override;
  Result<void> file(const FileReport& report) override;
  Result<void> end(const Coverage& coverage) override;
};

}  // namespace sluice
