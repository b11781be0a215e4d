#include "history/self_allowed.h"

#include <set>
#include <string>
#include <utility>

namespace sluice {
namespace {

// The other policy may have another rule for the secret; a rule without a
// pattern has no secret.
std::pair<std::string, std::string> key_of(const FileReport& report,
                                           const Finding& finding) {
  return {report.location.text(), finding.secret.empty()
                                      ? std::string(finding.rule->id)
                                      : finding.secret};
}

}  // namespace

void mark_self_allowed(const RepositoryReports& own,
                       RepositoryReports* reports) {
  std::set<std::pair<std::string, std::string>> found;
  for (const std::unique_ptr<FileReport>& report : own.files)
    for (const auto* findings : {&report->findings, &report->covered})
      for (const Finding& finding : *findings)
        found.insert(key_of(*report, finding));
  for (const std::unique_ptr<FileReport>& report : reports->files)
    for (Finding& finding : report->findings)
      if (!found.contains(key_of(*report, finding))) {
        finding.self_allowed = true;
        ++reports->coverage.self_allowed;
      }
}

}  // namespace sluice
