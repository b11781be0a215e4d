#include "report/formats/json.h"

#include <nlohmann/json.hpp>

#include "report/json/finding_json.h"
#include "report/json/json_text.h"

namespace sluice {
namespace {

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
  SLUICE_TRY(output_.write(fmt::format("{}\n    {}", any_ ? "," : "",
                                       json_text(finding_json(file, shown)))));
  any_ = true;
  return {};
}

Result<void> JsonReport::end_file(const ShownFile&) { return output_.flush(); }

Result<void> JsonReport::end(const Coverage& coverage) {
  SLUICE_TRY(output_.write(any_ ? "\n  ]" : "]"));
  if (options_.explain_drops)
    SLUICE_TRY(output_.write(fmt::format(
        ",\n  \"dropped\": [{}]", dropped_.empty() ? "" : dropped_ + "\n  ")));
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

}  // namespace sluice
