// The report in Markdown, for job summaries and comments: a table of findings,
// then the coverage.
//
// Texts from files are in code spans, in which Markdown interprets nothing.
// Characters that could end a span (control characters, backticks, and the
// table's bars) are escaped.
#include "report/formats/formats.h"

#include <fmt/core.h>

#include <memory>
#include <string>
#include <string_view>

#include "report/formats/report.h"
#include "report/shown/coverage.h"
#include "report/shown/shown_finding.h"
#include "report/shown/summary.h"

namespace sluice {
namespace {

class MarkdownReport final : public Report {
 public:
  using Report::Report;

  Result<void> begin(const ToolInfo& tool) override;
  Result<void> end(const Coverage& coverage) override;

 protected:
  Result<void> finding(const ShownFile& file,
                       const ShownFinding& shown) override;

 private:
  bool has_head_ = false;  // of the table
};

std::string code(std::string_view text) {
  std::string out = "`";
  for (const char c : visible(text)) {
    // There is no way to quote these in a table for every reader of Markdown.
    if (c == '`' || c == '|')
      out += fmt::format("\\x{:02x}", static_cast<unsigned>(c));
    else
      out += c;
  }
  // A span of nothing is none.
  return out.size() == 1 ? std::string() : out + "`";
}

std::string commit_cell(const ShownFile& file) {
  if (!file.commit) return {};
  const std::string origin = origin_text(file);
  const std::string id = file.commit->id.substr(0, 12);
  return fmt::format("{}{}", id.empty() ? id : " in " + code(id),
                     origin.empty() ? origin : ", " + origin);
}

}  // namespace

Result<void> MarkdownReport::begin(const ToolInfo&) {
  return output_.write("## sluice: secrets in files\n\n");
}

Result<void> MarkdownReport::finding(const ShownFile& file,
                                     const ShownFinding& shown) {
  const FindingFacts& finding = *shown.facts;
  if (!std::exchange(has_head_, true))
    SLUICE_TRY(output_.write(
        "| place | what | confidence | secret |\n|---|---|---|---|\n"));
  return output_.write(
      fmt::format("| {}{} | {} {} | {}{} | {} |\n",
                  code(fmt::format("{}:{}:{}", file.path, finding.start.line,
                                   finding.start.column)),
                  commit_cell(file), code(shown.rule_id),
                  code(shown.description), name_of(finding.confidence),
                  finding.checksum == ChecksumVerdict::kAbsent
                      ? std::string()
                      : fmt::format(", checksum {}", name_of(finding.checksum)),
                  code(shown.secret)));
}

Result<void> MarkdownReport::end(const Coverage& coverage) {
  if (found().counts(coverage).places != 0) SLUICE_TRY(output_.write("\n"));
  std::string list;
  for (const CoverageEntry& entry : coverage_entries(coverage))
    list += fmt::format("- {}\n", code(coverage_sentence(entry)));
  SLUICE_TRY(output_.write(
      fmt::format("{}{}{}\n", list, list.empty() ? "" : "\n",
                  code(summary_line(found().counts(coverage), coverage)))));
  return output_.flush();
}

std::unique_ptr<FindingSink> markdown_report(Output& output,
                                             const ReportOptions& options) {
  return std::make_unique<MarkdownReport>(output, options);
}

}  // namespace sluice
