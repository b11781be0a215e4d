// The report as workflow commands, which GitHub Actions turns into annotations
// beside the code. Meant for standard output of a step.
//
// Findings are errors, or warnings if they are not of high confidence; each
// path that could not be read in full is a warning; the coverage is a notice.
// GitHub shows the first ten of a kind for a step, and all in its log.
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

class GithubReport final : public Report {
 public:
  using Report::Report;

  Result<void> begin(const ToolInfo& tool) override;
  Result<void> end(const Coverage& coverage) override;

 protected:
  Result<void> finding(const ShownFile& file,
                       const ShownFinding& shown) override;
  Result<void> end_file(const ShownFile& file) override;
};

// Percent-encodes the characters that end a command or a property of it.
// Visible text contains no line ends.
std::string encoded(std::string_view visible_text, std::string_view also) {
  std::string out;
  for (const char c : visible_text) {
    if (c == '%' || also.find(c) != also.npos)
      out += fmt::format("%{:02X}", static_cast<unsigned>(c));
    else
      out += c;
  }
  return out;
}

std::string property(std::string_view text) {
  return encoded(visible(text), ":,");
}

std::string message(std::string_view text) {
  return encoded(visible(text), "");
}

std::string commit_suffix(const ShownFile& file) {
  if (!file.commit) return {};
  const std::string origin = origin_text(file);
  const std::string& id = file.commit->id;
  return fmt::format(" ({}{}{})", id.empty() ? id : "commit " + id,
                     id.empty() || origin.empty() ? "" : ", ", origin);
}

}  // namespace

Result<void> GithubReport::begin(const ToolInfo&) { return {}; }

Result<void> GithubReport::finding(const ShownFile& file,
                                   const ShownFinding& shown) {
  const FindingFacts& finding = *shown.facts;
  const CharacterColumns columns = character_columns(shown);
  // Columns have a meaning only on one line.
  const bool in_archive = !file.location.members.empty();
  const std::string place =
      in_archive ? "line=1"
      : is_on_one_line(finding)
          ? fmt::format("line={},col={},endColumn={}", finding.start.line,
                        columns.start, columns.end)
          : fmt::format("line={},endLine={}", finding.start.line,
                        finding.end.line);
  return output_.write(fmt::format(
      "::{} file={},{},title={}::{}: {}{}{}\n",
      finding.confidence == Confidence::kHigh ? "error" : "warning",
      property(repository_path(options_.repository,
                               in_archive ? file.location.path : file.path)),
      place, property("sluice: " + shown.rule_id),
      message(finding_title(shown)), message(shown.secret),
      message(place_in_archive(file.location, finding)),
      message(commit_suffix(file))));
}

Result<void> GithubReport::end_file(const ShownFile&) {
  return output_.flush();
}

Result<void> GithubReport::end(const Coverage& coverage) {
  for (const CoverageEntry& entry : coverage_entries(coverage)) {
    const bool lost = entry.kind == CoverageKind::kIncomplete;
    SLUICE_TRY(output_.write(fmt::format("::{} title=sluice::{}\n",
                                         lost ? "warning" : "notice",
                                         message(coverage_sentence(entry)))));
  }
  SLUICE_TRY(output_.write(
      fmt::format("::notice title=sluice::{}\n",
                  message(summary_line(found().counts(coverage), coverage)))));
  return output_.flush();
}

std::unique_ptr<FindingSink> github_report(Output& output,
                                           const ReportOptions& options) {
  return std::make_unique<GithubReport>(output, options);
}

}  // namespace sluice
