// The receiver of findings: the seam between the scan and the reports.
// Thread-safety: called from one thread at a time, in this order: begin(),
// file() for each file that has something to report, in the walk's order,
// end(). A file with very many findings may come in several consecutive calls,
// with the same path and the findings in order.
// Errors: a returned error stops the scan (a full disk, a closed pipe).
#pragma once

#include <string_view>

#include "base/error.h"
#include "finding/finding.h"

namespace sluice {

// The facts in a report about the program that wrote it.
struct ToolInfo {
  std::string_view version;
  std::string_view rules_sha256;  // of the rules' text, in hex
  Policy policy;                  // that chose the rules
};

class FindingSink {
 public:
  virtual ~FindingSink() = default;
  virtual Result<void> begin(const ToolInfo& tool) = 0;
  virtual Result<void> file(const FileReport& report) = 0;
  virtual Result<void> end(const Coverage& coverage) = 0;
};

}  // namespace sluice
