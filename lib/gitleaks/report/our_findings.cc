#include "gitleaks/report/our_findings.h"

#include <fmt/core.h>

#include <algorithm>

#include "gitleaks/detector/finding.h"
#include "gitleaks/report/formats.h"
#include "report/json/json_text.h"
#include "report/shown/shown_finding.h"

namespace sluice {
namespace {

std::int64_t lines_in(std::string_view text) {
  return std::ranges::count(text, '\n');
}

std::int64_t to_int(std::uint64_t number) {
  return static_cast<std::int64_t>(number);
}

// What stands before and behind the secret moves the match's ends away.
void place(const Finding& finding, GitleaksFinding* leak) {
  const std::string_view match = finding.match;
  const std::size_t lead = static_cast<std::size_t>(std::min<std::uint64_t>(
      finding.text_byte() - std::min(finding.match_byte, finding.text_byte()),
      match.size()));
  const std::string_view before = match.substr(0, lead);
  const std::string_view after =
      match.substr(std::min(lead + finding.secret.size(), match.size()));
  leak->start_line = to_int(finding.start.line) - lines_in(before);
  leak->start_column =
      lines_in(before) == 0
          ? std::max<std::int64_t>(
                to_int(finding.start.column) - to_int(before.size()), 1)
          : 1;
  leak->end_line = to_int(finding.end.line) + lines_in(after);
  leak->end_column = lines_in(after) == 0
                         ? to_int(finding.end.column) - 1 + to_int(after.size())
                         : to_int(after.size() - after.rfind('\n')) - 1;
}

GitleaksFinding leak_of(const FileReport& file, const ShownFinding& shown) {
  const Finding& finding = *shown.finding;
  GitleaksFinding leak;
  place(finding, &leak);
  leak.match = shown.match;
  leak.secret = shown.secret;
  leak.entropy = static_cast<float>(rounded_entropy(finding));
  leak.file = file.path;
  leak.commit = file.commit;
  leak.fingerprint =
      fmt::format("{}{}:{}:{}", file.commit ? file.commit->id + ":" : "",
                  file.path, finding.rule->id, leak.start_line);
  return leak;
}

}  // namespace

Result<void> GitleaksReport::begin(const ToolInfo&) {
  return output_.write("[");
}

Result<void> GitleaksReport::file(const FileReport& report) {
  const SecretSpans secrets(report);
  for (const Finding& finding : report.findings) {
    const GitleaksFinding leak =
        leak_of(report, show_finding(finding, secrets, options_.secret_text()));
    SLUICE_TRY(output_.write(any_ ? ",\n " : "\n "));
    SLUICE_TRY(
        output_.write(inert_json(leak_json(leak, *finding.rule, " ", " "))));
    any_ = true;
  }
  return {};
}

Result<void> GitleaksReport::end(const Coverage&) {
  SLUICE_TRY(output_.write(any_ ? "\n]\n" : "]\n"));
  return output_.flush();
}

}  // namespace sluice
