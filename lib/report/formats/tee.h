// Several reports of one scan.
// Thread-safety and order of calls: as FindingSink. Errors: the first of any of
// them, which ends all.
#pragma once

#include <memory>
#include <vector>

#include "finding/sink.h"

namespace sluice {

class TeeReport : public FindingSink {
 public:
  explicit TeeReport(std::vector<std::unique_ptr<FindingSink>> reports)
      : reports_(std::move(reports)) {}

  Result<void> begin(const ToolInfo& tool) override {
    for (const auto& report : reports_) SLUICE_TRY(report->begin(tool));
    return {};
  }
  Result<void> file(const FileReport& file) override {
    for (const auto& report : reports_) SLUICE_TRY(report->file(file));
    return {};
  }
  Result<void> end(const Coverage& coverage) override {
    for (const auto& report : reports_) SLUICE_TRY(report->end(coverage));
    return {};
  }

 private:
  std::vector<std::unique_ptr<FindingSink>> reports_;
};

}  // namespace sluice
