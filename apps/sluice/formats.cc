#include "formats.h"

#include <fmt/core.h>

#include <algorithm>

#include "gitleaks/report/our_findings.h"
#include "report/formats/betterleaks.h"
#include "report/formats/codequality.h"
#include "report/formats/csv.h"
#include "report/formats/github.h"
#include "report/formats/gitlab.h"
#include "report/formats/html.h"
#include "report/formats/json.h"
#include "report/formats/jsonl.h"
#include "report/formats/junit.h"
#include "report/formats/markdown.h"
#include "report/formats/pretty.h"
#include "report/formats/sarif.h"
#include "report/formats/trufflehog.h"

namespace sluice {
namespace {

template <typename T>
std::unique_ptr<FindingSink> make(Output& output,
                                  const ReportOptions& options) {
  return std::make_unique<T>(output, options);
}

constexpr ReportFormat kFormats[] = {
    {"pretty", ".txt", "for people", true, true, make<PrettyReport>},
    {"json", ".json", "all there is, schema sluice/1", true, true,
     make<JsonReport>},
    {"jsonl", ".jsonl .ndjson", "the same, an object a line", true, true,
     make<JsonlReport>},
    {"sarif", ".sarif", "SARIF 2.1.0, for code scanning", true, false,
     make<SarifReport>},
    {"html", ".html .htm", "a page to look through in a browser", true, false,
     make<HtmlReport>},
    {"markdown", ".md", "for job summaries and comments", true, false,
     make<MarkdownReport>},
    {"csv", ".csv", "for spreadsheets and databases", true, false,
     make<CsvReport>},
    {"junit", ".xml", "JUnit's XML, for CI servers", true, false,
     make<JunitReport>},
    {"github", "", "annotations of GitHub's workflows", true, false,
     make<GithubReport>},
    {"gitlab", "", "GitLab's secret detection report", true, false,
     make<GitlabReport>},
    {"gitlab-codequality", "", "GitLab's Code Quality report", false, false,
     make<CodequalityReport>},
    {"gitleaks", "", "gitleaks' JSON, field for field", false, false,
     make<GitleaksReport>},
    {"betterleaks", "", "the JSON of betterleaks 2", false, false,
     make<BetterleaksReport>},
    {"trufflehog", "", "the lines of trufflehog --json", false, false,
     make<TrufflehogReport>},
};

// One extension after the other, without the list's blanks.
bool has_extension(std::string_view path, std::string_view extensions) {
  while (!extensions.empty()) {
    const std::string_view one = extensions.substr(0, extensions.find(' '));
    if (path.ends_with(one)) return true;
    extensions.remove_prefix(std::min(one.size() + 1, extensions.size()));
  }
  return false;
}

}  // namespace

std::span<const ReportFormat> report_formats() { return kFormats; }

const ReportFormat* find_format(std::string_view name) {
  for (const ReportFormat& format : kFormats)
    if (format.name == name) return &format;
  return nullptr;
}

const ReportFormat* format_of_file(std::string_view path) {
  for (const ReportFormat& format : kFormats)
    if (has_extension(path, format.extensions)) return &format;
  return nullptr;
}

std::string format_help() {
  std::string text;
  for (const ReportFormat& format : kFormats)
    text += fmt::format("  {:<20}{}\n", format.name, format.description);
  return text;
}

}  // namespace sluice
