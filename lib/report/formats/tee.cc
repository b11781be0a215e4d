#include "report/formats/formats.h"

#include <utility>

namespace sluice {
namespace {

class TeeReport final : public FindingSink {
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

}  // namespace

std::unique_ptr<FindingSink> tee_report(
    std::vector<std::unique_ptr<FindingSink>> reports) {
  return std::make_unique<TeeReport>(std::move(reports));
}

}  // namespace sluice
