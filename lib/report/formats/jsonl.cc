#include "report/formats/jsonl.h"

#include <nlohmann/json.hpp>

#include "report/json/finding_json.h"
#include "report/json/json_text.h"

namespace sluice {
namespace {

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
  return output_.write(line_of("finding", finding_json(file, shown)));
}

Result<void> JsonlReport::dropped(const ShownFile& file,
                                  const ShownDropped& shown) {
  return output_.write(line_of("dropped", dropped_json(file, shown)));
}

Result<void> JsonlReport::end_file(const ShownFile&) { return output_.flush(); }

Result<void> JsonlReport::end(const Coverage& coverage) {
  SLUICE_TRY(output_.write(line_of("coverage", coverage_json(coverage))));
  return output_.flush();
}

}  // namespace sluice
