#include "report/formats/jsonl.h"

#include <nlohmann/json.hpp>

#include "report/json/finding_json.h"
#include "report/json/json_text.h"

namespace sluice {
namespace {

// `members`, which is an object, behind its type.
std::string line_of(std::string_view type, const Json& members) {
  Json json = {{"type", type}};
  json.update(members);
  return json_text(json) + "\n";
}

}  // namespace

Result<void> JsonlReport::begin(const ToolInfo& tool) {
  SLUICE_TRY(output_.write(line_of("report", head_json(tool, options_))));
  return output_.flush();
}

Result<void> JsonlReport::file(const FileReport& report) {
  const SecretSpans secrets(report);
  for (const Finding& finding : report.findings)
    SLUICE_TRY(output_.write(
        line_of("finding", finding_json(report, finding, secrets, options_))));
  if (!report.dropped.empty()) {
    const SecretSpans all = SecretSpans::with_dropped(report);
    for (const Dropped& dropped : report.dropped)
      SLUICE_TRY(output_.write(
          line_of("dropped", dropped_json(report, dropped, all, options_))));
  }
  return output_.flush();
}

Result<void> JsonlReport::end(const Coverage& coverage) {
  SLUICE_TRY(output_.write(line_of("coverage", coverage_json(coverage))));
  return output_.flush();
}

}  // namespace sluice
