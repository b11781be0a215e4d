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
#include "report/formats/formats.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "report/formats/report.h"
#include "report/json/finding_json.h"
#include "report/json/finding_text.h"
#include "report/json/json_text.h"

namespace sluice {
namespace {

class JsonReport final : public Report {
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
  bool any_ = false;     // a finding was written
  std::string dropped_;  // the elements of that list, until end()
};

// Lists of which each element has a line of its own.
bool is_long_list(std::string_view key) {
  return key == "skipped_paths" || key == "incomplete";
}

// `items`, each on a line of its own, two deeper than `indent`; "[]" if none.
std::string list_text(const Json& items, std::string_view indent) {
  std::string text;
  for (const Json& item : items)
    text += fmt::format("{}\n{}  {}", text.empty() ? "" : ",", indent,
                        json_text(item));
  return text.empty() ? "[]" : fmt::format("[{}\n{}]", text, indent);
}

}  // namespace

Result<void> JsonReport::begin(const ToolInfo& tool) {
  const Json head = head_json(tool, options_);
  std::string text = "{";
  for (const auto& [key, value] : head.items())
    text += fmt::format("\n  \"{}\": {},", key, json_text(value));
  return output_.write(text + "\n  \"findings\": [");
}

Result<void> JsonReport::dropped(const ShownFile& file,
                                 const ShownDropped& shown) {
  dropped_ += fmt::format("{}\n    {}", dropped_.empty() ? "" : ",",
                          json_text(dropped_json(file, shown)));
  return {};
}

Result<void> JsonReport::finding(const ShownFile& file,
                                 const ShownFinding& shown) {
  SLUICE_TRY(output_.write(any_ ? ",\n    " : "\n    "));
  SLUICE_TRY(output_.write(texts_.next(file, shown)));
  any_ = true;
  return {};
}

Result<void> JsonReport::end_file(const ShownFile&) {
  texts_.end_file();
  return output_.flush();
}

Result<void> JsonReport::end(const Coverage& coverage) {
  SLUICE_TRY(output_.write(any_ ? "\n  ]" : "]"));
  if (options_.explain_drops)
    SLUICE_TRY(output_.write(fmt::format(
        ",\n  \"dropped\": [{}]", dropped_.empty() ? "" : dropped_ + "\n  ")));
  std::string groups;
  const Json summary = summary_json(found(), coverage);
  for (const auto& [key, value] : summary.items())
    groups += fmt::format("{}\n    \"{}\": {}", groups.empty() ? "" : ",", key,
                          json_text(value));
  SLUICE_TRY(
      output_.write(fmt::format(",\n  \"summary\": {{{}\n  }}", groups)));
  const Json members = coverage_json(coverage);
  std::string text;
  for (const auto& [key, value] : members.items())
    text += fmt::format(
        "{}\n    \"{}\": {}", text.empty() ? "" : ",", key,
        is_long_list(key) ? list_text(value, "    ") : json_text(value));
  SLUICE_TRY(
      output_.write(fmt::format(",\n  \"coverage\": {{{}\n  }}\n}}\n", text)));
  return output_.flush();
}

std::unique_ptr<FindingSink> json_report(Output& output,
                                         const ReportOptions& options) {
  return std::make_unique<JsonReport>(output, options);
}

}  // namespace sluice
