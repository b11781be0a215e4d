#include "report/formats/github.h"

#include <fmt/core.h>

#include <string>
#include <string_view>

#include "report/shown/coverage.h"
#include "report/shown/shown_finding.h"
#include "report/shown/summary.h"

namespace sluice {
namespace {

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
      file.commit ? message(" (commit " + file.commit->id + ")") : ""));
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
                  message(summary_line(found().found(), coverage)))));
  return output_.flush();
}

}  // namespace sluice
