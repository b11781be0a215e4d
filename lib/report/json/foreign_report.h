// Reads reports of other scanners as reports of ours: gitleaks, betterleaks,
// kingfisher, trufflehog, and SARIF of any tool.
// Thread-safety: pure functions. Memory: the whole report.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "report/json/report_parser.h"

namespace sluice {

// Whether the text begins as a report of ours, which parse_report() reads.
bool begins_as_own_report(std::string_view head);

// Brings the findings of `text` to `events`, in the order of their places, with
// their secrets in the clear. `version` is that of the head. The coverage only
// has a note, because such reports do not say what was read. Returns false, and
// calls nothing, if the text is no report of a scanner that is known. Errors:
// kConfig, for a report whose members have the wrong kind; those of the events.
Result<bool> parse_foreign_report(std::string_view text,
                                  const std::string& version,
                                  ReportEvents& events);

}  // namespace sluice
