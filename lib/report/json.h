// The report for programs: one JSON document, schema "sluice/1".
// Thread-safety and order of calls: as FindingSink.
//
//   {
//     "schema": "sluice/1",
//     "tool": {"name": .., "version": .., "rules": .., "rules_sha256": ..},
//     "findings": [
//       {one finding a line}
//     ],
//     "dropped": [{one a line}],   with ReportOptions::explain_drops
//     "coverage": {..}
//   }
//
// Equal input gives equal bytes. Nothing is held back but the file at hand, and
// the text of what was dropped, which comes after all findings. The
// document is valid UTF-8 without a raw control character but the newline. Text
// that is not UTF-8 is given escaped (escape_invalid_utf8 in text/escape.h); a
// path then has its bytes beside it, as base64 in `path_bytes`.
#pragma once

#include <string>

#include "finding/sink.h"
#include "report/options.h"
#include "report/output.h"

namespace sluice {

class JsonReport : public FindingSink {
 public:
  // `output` must outlive the report.
  JsonReport(Output& output, ReportOptions options)
      : output_(output), options_(options) {}

  Result<void> begin(const ToolInfo& tool) override;
  Result<void> file(const FileReport& report) override;
  Result<void> end(const Coverage& coverage) override;

 private:
  Output& output_;
  ReportOptions options_;
  bool any_ = false;     // a finding was written
  std::string dropped_;  // the elements of that list, until end()
};

}  // namespace sluice
