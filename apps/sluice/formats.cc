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
    {"pretty", ".txt", "", "text for people", true, true, make<PrettyReport>},
    {"json", ".json", "", "everything, as one JSON document (schema sluice/1)",
     true, true, make<JsonReport>},
    {"jsonl", ".jsonl .ndjson", "", "the same, one JSON object per line", true,
     true, make<JsonlReport>},
    {"sarif", ".sarif", ".json", "SARIF 2.1.0, for code scanning", true, false,
     make<SarifReport>},
    {"html", ".html .htm", "", "a page to read in a browser", true, false,
     make<HtmlReport>},
    {"markdown", ".md", "", "for job summaries and comments", true, false,
     make<MarkdownReport>},
    {"csv", ".csv", "", "for spreadsheets and databases", true, false,
     make<CsvReport>},
    {"junit", ".xml", "", "JUnit XML, for CI servers", true, false,
     make<JunitReport>},
    {"github", "", "", "annotations for GitHub workflows", true, false,
     make<GithubReport>},
    {"gitlab", "", ".json", "GitLab secret detection report", true, false,
     make<GitlabReport>},
    {"gitlab-codequality", "", ".json", "GitLab Code Quality report", false,
     false, make<CodequalityReport>},
    {"gitleaks", "", ".json", "gitleaks' JSON, with the same fields", false,
     false, make<GitleaksReport>},
    {"betterleaks", "", ".json", "betterleaks 2's JSON", false, false,
     make<BetterleaksReport>},
    {"trufflehog", "", ".json .jsonl .ndjson", "what trufflehog --json prints",
     false, false, make<TrufflehogReport>},
};

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

const ReportFormat* contradicting_format(const ReportFormat& format,
                                         std::string_view path) {
  const ReportFormat* chosen = format_of_file(path);
  if (chosen == nullptr || chosen == &format) return nullptr;
  // Any format but a page is text that a person may want to keep as *.txt.
  const bool is_plain_text = chosen == &report_formats().front();
  if (is_plain_text && format.name != "html") return nullptr;
  return has_extension(path, format.also_suits) ? nullptr : chosen;
}

std::string format_help() {
  std::string text;
  for (const ReportFormat& format : kFormats)
    text += fmt::format("  {:<20}{}\n", format.name, format.description);
  return text;
}

}  // namespace sluice
