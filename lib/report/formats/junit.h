// The report as JUnit's XML, for CI servers: each finding is a test that
// failed.
//
// Each file with findings is a suite (a file with very many has several in a
// row). Then comes the suite "coverage": one test that passed, with the
// coverage in its properties, and one in error for each path that could not be
// read in full.
#pragma once

#include "report/formats/report.h"

namespace sluice {

class JunitReport : public Report {
 public:
  using Report::Report;

  Result<void> begin(const ToolInfo& tool) override;
  Result<void> end(const Coverage& coverage) override;

 protected:
  Result<void> finding(const ShownFile& file,
                       const ShownFinding& shown) override;
  Result<void> begin_file(const ShownFile& file) override;
  Result<void> end_file(const ShownFile& file) override;
};

}  // namespace sluice
