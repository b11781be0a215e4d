// The report for programs that read as it comes: a JSON object a line, each
// with a `type`.
//
//   {"type": "report", "schema": "sluice/1", "tool": {..}, "secrets": ..}
//   {"type": "finding", ..}    the members of a finding in the format json
//   {"type": "dropped", ..}    with ReportOptions::explain_drops
//   {"type": "summary", ..}    how many secrets there are, and of which kinds
//   {"type": "coverage", ..}   the last line: without it the report is cut off
#include "report/formats/formats.h"

#include <memory>
#include <nlohmann/json.hpp>

#include "report/formats/report.h"
#include "report/json/finding_json.h"
#include "report/json/finding_text.h"
#include "report/json/json_text.h"

namespace sluice {
namespace {

class JsonlReport final : public Report {
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
  FindingTexts texts_;
  std::string line_;
};

// Returns `members`, which is an object, after its type.
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

Result<void> JsonlReport::finding(const ShownFile& file,
                                  const ShownFinding& shown) {
  // The type comes before the members.
  line_ = R"({"type":"finding",)";
  line_ += texts_.next(file, shown).substr(1);
  line_ += '\n';
  return output_.write(line_);
}

Result<void> JsonlReport::dropped(const ShownFile& file,
                                  const ShownDropped& shown) {
  return output_.write(line_of("dropped", dropped_json(file, shown)));
}

Result<void> JsonlReport::end_file(const ShownFile&) {
  texts_.end_file();
  return output_.flush();
}

Result<void> JsonlReport::end(const Coverage& coverage) {
  SLUICE_TRY(
      output_.write(line_of("summary", summary_json(found(), coverage))));
  SLUICE_TRY(output_.write(line_of("coverage", coverage_json(coverage))));
  return output_.flush();
}

std::unique_ptr<FindingSink> jsonl_report(Output& output,
                                          const ReportOptions& options) {
  return std::make_unique<JsonlReport>(output, options);
}

}  // namespace sluice
