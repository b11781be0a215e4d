#include "sluice/server/lsp_document.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "finding/mask.h"
#include "sluice/scan/explain_command.h"
#include "sluice/server/lsp_language.h"
#include "text/escape.h"

namespace sluice {
namespace {

using nlohmann::json;

constexpr std::string_view kAllow = "sluice:allow";

// The numbers of the protocol mean error, warning, information.
int severity_of(Confidence confidence) {
  switch (confidence) {
    case Confidence::kHigh:
      return 1;
    case Confidence::kMedium:
      return 2;
    case Confidence::kLow:
      break;
  }
  return 3;
}

LspFinding finding_of(const Finding& finding, std::size_t size) {
  const Rule& rule = *finding.rule;
  LspFinding out{.rule = std::string(rule.id),
                 .description = std::string(rule.description),
                 .confidence = finding.confidence,
                 .masked = escape_invalid_utf8(mask(finding)),
                 .fingerprint = finding.fingerprint,
                 .detail = escape_invalid_utf8(finding.detail)};
  out.begin = std::min<std::size_t>(finding.start.byte, size);
  out.end = std::clamp<std::size_t>(finding.end.byte, out.begin, size);
  if (finding.evidence) out.why = evidence_sentence(*finding.evidence);
  if (rule.revocation != nullptr) {
    out.revoke_url = rule.revocation->url;
    out.revoke_steps = rule.revocation->steps;
  }
  return out;
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_';
}

// `githubToken` and `github-pat` as GITHUB_TOKEN and GITHUB_PAT.
std::string variable_name(std::string_view name) {
  std::string out;
  bool was_lower = false;
  for (const char c : name) {
    const bool is_upper = c >= 'A' && c <= 'Z';
    const bool is_lower = c >= 'a' && c <= 'z';
    if (is_upper && was_lower) out += '_';
    out += is_lower               ? static_cast<char>(c - 'a' + 'A')
           : is_name_character(c) ? c
                                  : '_';
    was_lower = is_lower;
  }
  if (out.empty() || (out[0] >= '0' && out[0] <= '9')) out = "SECRET" + out;
  return out;
}

// The name before the `=` or `:` before the value; empty if there is none.
std::string_view name_before(std::string_view line) {
  std::size_t end = line.find_last_not_of(" \t");
  if (end == std::string_view::npos || (line[end] != '=' && line[end] != ':'))
    return {};
  if (line[end] == '=' && end > 0 && line[end - 1] == ':') --end;
  line = line.substr(0, end);
  end = line.find_last_not_of(" \t\"'");
  if (end == std::string_view::npos) return {};
  std::size_t begin = end + 1;
  while (begin > 0 && is_name_character(line[begin - 1])) --begin;
  return line.substr(begin, end + 1 - begin);
}

}  // namespace

std::vector<LspFinding> findings_of(const WholeReports& found,
                                    const std::string& text) {
  std::vector<LspFinding> all;
  for (const auto& report : found.reports)
    for (const Finding& finding : report->findings)
      all.push_back(finding_of(finding, text.size()));
  return all;
}

json diagnostics_of(const LspDocument& document) {
  json all = json::array();
  for (const LspFinding& finding : document.findings) {
    json one = {
        {"range", document.text.range(finding.begin, finding.end)},
        {"severity", severity_of(finding.confidence)},
        {"code", finding.rule},
        {"source", "sluice"},
        {"message", fmt::format("{}: {} ({} confidence)", finding.description,
                                finding.masked, name_of(finding.confidence))}};
    if (!finding.revoke_url.empty())
      one["codeDescription"] = {{"href", finding.revoke_url}};
    all.push_back(std::move(one));
  }
  return {{"uri", document.uri},
          {"version", document.version},
          {"diagnostics", std::move(all)}};
}

json hover_at(const LspDocument& document, std::size_t offset) {
  const auto at =
      std::ranges::find_if(document.findings, [&](const LspFinding& finding) {
        return finding.begin <= offset && offset <= finding.end;
      });
  if (at == document.findings.end()) return {};
  std::string text = fmt::format("**{}**: `{}` ({} confidence, rule `{}`)\n\n",
                                 at->description, at->masked,
                                 name_of(at->confidence), at->rule);
  if (!at->detail.empty()) text += at->detail + "\n\n";
  if (!at->why.empty()) text += "Why: " + at->why + ".\n\n";
  text += "If it was ever pushed or sent, revoke it";
  text += at->revoke_steps.empty() ? "." : ": " + at->revoke_steps;
  if (!at->revoke_url.empty()) text += fmt::format("\n\n<{}>", at->revoke_url);
  text += fmt::format(
      "\n\nIf it is no secret, write `{}` in a comment on its line.", kAllow);
  return {{"contents", {{"kind", "markdown"}, {"value", std::move(text)}}},
          {"range", document.text.range(at->begin, at->end)}};
}

json edit_of(const LspDocument& document, std::size_t begin, std::size_t end,
             const std::string& text) {
  return {
      {"changes",
       {{document.uri, json::array({{{"range", document.text.range(begin, end)},
                                     {"newText", text}}})}}}};
}

std::optional<json> edit_to_allow(const LspDocument& document,
                                  const LspFinding& finding) {
  const LspText& text = document.text;
  const std::size_t end = text.line_end(finding.begin);
  // The comment would be in the value.
  if (finding.end > end) return std::nullopt;
  const auto comment = comment_in(document.language, kAllow);
  if (!comment) return std::nullopt;
  return edit_of(document, end, end, "  " + *comment);
}

std::optional<json> edit_to_variable(const LspDocument& document,
                                     const LspFinding& finding) {
  const std::string& text = document.text.text();
  const std::size_t line = document.text.line_begin(finding.begin);
  if (finding.begin == line || finding.end >= text.size()) return std::nullopt;
  const char quote = text[finding.begin - 1];
  if ((quote != '"' && quote != '\'' && quote != '`') ||
      text[finding.end] != quote)
    return std::nullopt;
  const std::string_view before =
      std::string_view(text).substr(line, finding.begin - 1 - line);
  const std::string_view name = name_before(before);
  const auto expression = variable_in(
      document.language, variable_name(name.empty() ? finding.rule : name));
  if (!expression) return std::nullopt;
  return edit_of(document, finding.begin - 1, finding.end + 1, *expression);
}

}  // namespace sluice
