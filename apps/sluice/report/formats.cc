#include "sluice/report/formats.h"

#include <fmt/core.h>

#include <algorithm>

#include "report/formats/formats.h"
#if SLUICE_COMPAT
#include "gitleaks/report/formats.h"
#endif

namespace sluice {
namespace {

constexpr ReportFormat kFormats[] = {
    {"pretty", ".txt", "", "text for people", true, true, pretty_report},
    {"json", ".json", "", "everything, as one JSON document (schema sluice/1)",
     true, true, json_report},
    {"jsonl", ".jsonl .ndjson", "", "the same, one JSON object per line", true,
     true, jsonl_report},
    {"sarif", ".sarif", ".json", "SARIF 2.1.0, for code scanning", true, false,
     sarif_report},
    {"html", ".html .htm", "", "a page to read in a browser", true, false,
     html_report},
    {"markdown", ".md", "", "for job summaries and comments", true, false,
     markdown_report},
    {"csv", ".csv", "", "for spreadsheets and databases", true, false,
     csv_report},
    {"junit", ".xml", "", "JUnit XML, for CI servers", true, false,
     junit_report},
    {"github", "", "", "annotations for GitHub workflows", true, false,
     github_report},
    {"gitlab", "", ".json", "GitLab secret detection report", true, false,
     gitlab_report},
    {"gitlab-codequality", "", ".json", "GitLab Code Quality report", false,
     false, codequality_report},
    {"defectdojo", "", ".json", "DefectDojo's Generic Findings Import", false,
     false, defectdojo_report},
#if SLUICE_COMPAT
    {"gitleaks", "", ".json", "gitleaks' JSON, with the same fields", false,
     false, gitleaks_report},
#endif
    {"betterleaks", "", ".json", "betterleaks 2's JSON", false, false,
     betterleaks_report},
    {"trufflehog", "", ".json .jsonl .ndjson", "what trufflehog --json prints",
     false, false, trufflehog_report},
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
