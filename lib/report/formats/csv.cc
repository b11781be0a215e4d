// The report as a table (RFC 4180), for spreadsheets and databases.
//
// One row for each finding, with `finding` in the column `type`. Then the
// coverage: `coverage` rows with a name in `id` and a number in `value`, and a
// row for each path that was not read in full (`incomplete`) or skipped
// (`skipped`), and for each `note`.
//
// Text is visible: characters that a terminal would obey are escaped, line ends
// too. A cell that a spreadsheet would compute as a formula begins with an
// apostrophe.
#include "report/formats/formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "report/formats/report.h"
#include "report/shown/coverage.h"
#include "report/shown/shown_finding.h"

namespace sluice {
namespace {

class CsvReport final : public Report {
 public:
  using Report::Report;

  Result<void> begin(const ToolInfo& tool) override;
  Result<void> end(const Coverage& coverage) override;

 protected:
  Result<void> finding(const ShownFile& file,
                       const ShownFinding& shown) override;
};

// In the order of the columns.
enum Column : std::size_t {
  kType,
  kId,
  kValue,
  kPath,
  kStartLine,
  kStartColumn,
  kStartByte,
  kEndLine,
  kEndColumn,
  kEndByte,
  kText,
  kConfidence,
  kMatch,
  kSecret,
  kEntropy,
  kChecksum,
  kDetail,
  kProvider,
  kTags,
  kFingerprint,
  kSecretId,
  kCommit,
  kAuthor,
  kEmail,
  kDate,
  kMessage,
  kWhere,
  kReachedBy,
  kColumns
};
constexpr std::array<std::string_view, kColumns> kNames = {
    "type",         "id",         "value",     "path",       "start_line",
    "start_column", "start_byte", "end_line",  "end_column", "end_byte",
    "text",         "confidence", "match",     "secret",     "entropy",
    "checksum",     "detail",     "provider",  "tags",       "fingerprint",
    "secret_id",    "commit",     "author",    "email",      "date",
    "message",      "where",      "reached_by"};

using Row = std::array<std::string, kColumns>;

// A spreadsheet computes such texts. (It also does so after a tab or a carriage
// return, but visible() leaves none.)
bool looks_like_formula(std::string_view text) {
  return !text.empty() &&
         std::string_view("=+-@").find(text.front()) != text.npos;
}

std::string cell(std::string_view bytes) {
  std::string text = visible(bytes);
  if (looks_like_formula(text)) text.insert(0, "'");
  if (text.find_first_of(",\"") == text.npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string line_of(const Row& row) {
  std::string line;
  for (const std::string& text : row)
    line += (&text == row.data() ? "" : ",") + cell(text);
  return line + "\r\n";
}

Row row_of(const ShownFile& file, const ShownFinding& shown) {
  const FindingFacts& finding = *shown.facts;
  Row row;
  row[kType] = "finding";
  row[kId] = shown.rule_id;
  row[kPath] = file.path;
  row[kStartLine] = std::to_string(finding.start.line);
  row[kStartColumn] = std::to_string(finding.start.column);
  row[kStartByte] = std::to_string(finding.start.byte);
  row[kEndLine] = std::to_string(finding.end.line);
  row[kEndColumn] = std::to_string(finding.end.column);
  row[kEndByte] = std::to_string(finding.end.byte);
  row[kText] = shown.description;
  row[kConfidence] = name_of(finding.confidence);
  row[kMatch] = shown.match;
  row[kSecret] = shown.secret;
  if (shown.entropy) row[kEntropy] = fmt::format("{:.2f}", *shown.entropy);
  row[kChecksum] = name_of(finding.checksum);
  row[kDetail] = shown.detail;
  row[kProvider] = finding.rule->provider;
  row[kTags] = fmt::format("{}", fmt::join(finding.rule->tags, " "));
  row[kFingerprint] = shown.fingerprint;
  if (shown.secret_id != 0) row[kSecretId] = std::to_string(shown.secret_id);
  if (file.commit) {
    row[kCommit] = file.commit->id;
    row[kAuthor] = file.commit->author;
    row[kEmail] = file.commit->email;
    row[kDate] = file.commit->date;
    row[kMessage] = file.commit->message;
    row[kWhere] = file.where_name();
    row[kReachedBy] =
        kReachedByNames[static_cast<std::size_t>(file.commit->reached_by)];
  }
  return row;
}

std::string_view type_of(CoverageKind kind) {
  switch (kind) {
    case CoverageKind::kIncomplete:
      return "incomplete";
    case CoverageKind::kSkipped:
      return "skipped";
    case CoverageKind::kPolicy:
      return "policy";
    case CoverageKind::kNote:
      break;
  }
  return "note";
}

}  // namespace

Result<void> CsvReport::begin(const ToolInfo&) {
  return output_.write(fmt::format("{}\r\n", fmt::join(kNames, ",")));
}

Result<void> CsvReport::finding(const ShownFile& file,
                                const ShownFinding& shown) {
  return output_.write(line_of(row_of(file, shown)));
}

Result<void> CsvReport::end(const Coverage& coverage) {
  for (const auto& [name, number] : coverage_counts(coverage)) {
    Row row;
    row[kType] = "coverage";
    row[kId] = name;
    row[kValue] = std::to_string(number);
    SLUICE_TRY(output_.write(line_of(row)));
  }
  for (const CoverageEntry& entry : coverage_entries(coverage)) {
    Row row;
    row[kType] = type_of(entry.kind);
    row[kPath] = entry.path;
    row[kText] = entry.text;
    SLUICE_TRY(output_.write(line_of(row)));
  }
  return output_.flush();
}

std::unique_ptr<FindingSink> csv_report(Output& output,
                                        const ReportOptions& options) {
  return std::make_unique<CsvReport>(output, options);
}

}  // namespace sluice
