#include "finding/mistyped.h"

#include <utility>

namespace sluice {

bool is_mistyped(const Finding& finding) {
  return finding.checksum == ChecksumVerdict::kInvalid &&
         is_sum(finding.rule->check) && !finding.rule->provider.empty();
}

void keep_mistyped(const Finding& finding, FileReport* report) {
  if (report->mistyped.size() >= kMaxInCoverage) {
    ++report->more_mistyped;
    return;
  }
  Finding copy;
  copy.rule = finding.rule;
  copy.confidence = finding.confidence;
  copy.checksum = finding.checksum;
  copy.start = finding.start;
  copy.end = finding.end;
  copy.decoded_byte = finding.decoded_byte;
  copy.secret = finding.secret;
  report->mistyped.push_back(std::move(copy));
}

void add_mistyped(const FileReport& report, MistypedTokens* tokens) {
  for (const Finding& finding : report.mistyped) {
    if (tokens->first.size() == MistypedTokens::kNamed) {
      ++tokens->count;
      continue;
    }
    tokens->add({report.location, report.root,
                 report.commit ? report.commit->id : std::string(),
                 std::string(finding.rule->id), finding.start.line,
                 report.sequence.value_or(0)});
  }
  tokens->count += report.more_mistyped;
}

}  // namespace sluice
