// A report as a list of facts, to be compared with another one.
// Thread-safety: as a FindingSink.
#pragma once

#include <string>
#include <vector>

#include <fmt/core.h>

#include "finding/sink.h"

namespace sluice {

// Every fact that a report may show, without the borders of parts.
class FactSink final : public FindingSink {
 public:
  Result<void> begin(const ToolInfo&) override { return {}; }

  Result<void> file(const FileReport& report) override {
    ++parts;
    for (const Finding& one : report.findings)
      findings.push_back(fact(report, one) + ' ' + one.match + ' ' +
                         one.excerpt + ' ' + one.fingerprint);
    for (const Dropped& one : report.dropped)
      dropped.push_back(fact(report, one.finding) + ' ' +
                        std::string(one.reason) + ' ' + one.why);
    return {};
  }

  Result<void> end(const Coverage& coverage) override {
    for (const Incomplete& one : coverage.incomplete)
      incomplete.push_back(one.location.text() + ": " + one.reason);
    counts = {coverage.files_scanned, coverage.bytes_scanned,
              coverage.below_confidence, coverage.allowed,
              coverage.skipped[index_of(Skip::kBinary)]};
    return {};
  }

  bool operator==(const FactSink& other) const {
    return findings == other.findings && dropped == other.dropped &&
           incomplete == other.incomplete && counts == other.counts;
  }

  std::vector<std::string> findings, dropped, incomplete;
  std::vector<std::uint64_t> counts;
  int parts = 0;

 private:
  static std::string fact(const FileReport& report, const Finding& one) {
    return fmt::format("{} {} {}:{}:{} {}:{}:{} {}", report.location.text(),
                       one.rule->id, one.start.line, one.start.column,
                       one.start.byte, one.end.line, one.end.column,
                       one.end.byte, one.secret);
  }
};

}  // namespace sluice
