// Scans one file in views of a given size with the default rules, and prints
// its findings, a line each, for tests that compare sizes.
//
//   scan-views FILE BYTES

#include <fmt/core.h>

#include <charconv>
#include <string_view>

#include "fs/file_system.h"
#include "judge/judge.h"
#include "match/engine.h"
#include "rules/embedded.h"
#include "scan/unit/whole_report.h"

using namespace sluice;

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::string_view number(argv[2]);
  std::size_t owned = 0;
  std::from_chars(number.data(), number.data() + number.size(), owned);
  const auto engine = Engine::create(
      RuleSet::from_static(embedded_rules(), embedded_rules_sha256()),
      embedded_literals());
  if (!engine || owned < kMaxCharacter) return 2;
  const Judge judge((*engine)->rules());
  Pipeline pipeline(&posix_file_system(), **engine, judge,
                    {.owned_bytes = owned});
  const WholeReports whole = whole_reports(pipeline, {argv[1]});
  for (const auto& report : whole.reports) {
    for (const Finding& finding : report->findings)
      fmt::print("{} {}-{} {}:{} {} {} {}\n", finding.rule->id,
                 finding.start.byte, finding.end.byte, finding.start.line,
                 finding.start.column, static_cast<int>(finding.confidence),
                 finding.fingerprint, finding.excerpt.size());
    fmt::print("incomplete: {}\n", report->incomplete);
  }
  fmt::print("allowed {} {}\n", whole.scanned.counts.allowed,
             whole.scanned.counts.allowlisted);
  return 0;
}
