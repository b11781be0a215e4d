// A finding of gitleaks is recognized by its secret, wherever it has moved in
// its file. If the report was redacted, only the place is left: path, rule and
// line, the parts of gitleaks' own fingerprint.
//
// A report of history names commits. The secret at the same path is the same
// secret in any commit, so the commit counts only if there is nothing but the
// place. A finding of history need not be in the files; its entry is not stale
// because of that.
#include <algorithm>

#include "baseline/json_fields.h"
#include "baseline/read.h"

namespace sluice {
namespace {

using Json = nlohmann::json;

// Recognizes the output of gitleaks' --redact: "REDACTED", or a head and three
// dots.
bool is_redacted(std::string_view secret) {
  return secret.empty() || secret == "REDACTED" || secret.ends_with("...");
}

}  // namespace

Result<ReadBaseline> read_gitleaks_report(std::string_view name,
                                          std::string_view text) {
  const Json report = parse_json(text);
  if (report.is_discarded())
    return fail(ErrorCode::kConfig, "{}: it is not JSON", name);
  ReadBaseline read{.format = BaselineFormat::kGitleaksReport};
  if (report.is_null()) return read;
  const auto is_finding = [](const Json& item) {
    return item.is_object() && item.contains("RuleID") && item.contains("File");
  };
  if (!report.is_array() || !std::ranges::all_of(report, is_finding))
    return fail(ErrorCode::kConfig,
                "{}: it is not a list of findings as gitleaks writes it", name);
  for (const Json& item : report) {
    BaselineEntry entry;
    entry.path = clean_path(text_field(item, "File"));
    entry.value = text_field(item, "Secret");
    entry.rule = text_field(item, "RuleID");
    entry.commit = text_field(item, "Commit");
    entry.first_line = count_field(item, "StartLine");
    entry.last_line = std::max(entry.first_line, count_field(item, "EndLine"));
    if (is_redacted(entry.value)) {
      entry.key = BaselineEntry::Key::kPlace;
      entry.value.clear();
    } else {
      entry.key = BaselineEntry::Key::kSecret;
    }
    read.entries.push_back(std::move(entry));
  }
  return read;
}

}  // namespace sluice
