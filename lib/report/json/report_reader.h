// Reads our own reports (json and jsonl, schema "sluice/1") back, streaming, and
// those of other scanners, and brings them to another report. Thread-safety: one thread. Memory: a batch
// of findings, the coverage, and the rules that fired. Errors: those of
// parse_report() and of the sink.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "finding/sink.h"
#include "report/json/report_parser.h"

namespace sluice {

struct ReadReport {
  std::uint64_t findings = 0;
  std::uint64_t dropped = 0;  // candidates that the report lists: passed over
};

// Returns the sink, once the head is known; it must live until the end.
using SinkForHead = std::function<Result<FindingSink*>(const ReportHead&)>;

// With `secret_alone`, the text around a secret is left out of its match and
// its excerpt, because it may contain other secrets that are not in the report.
// Masking the secret is enough then.
Result<ReadReport> read_report(const ReadBytes& read, bool secret_alone,
                               const SinkForHead& sink);

// Reads a report of another scanner in the same way (foreign_report.h). Returns
// nothing if it is none that is known.
Result<std::optional<ReadReport>> read_foreign_report(
    std::string_view text, const std::string& version, bool secret_alone,
    const SinkForHead& sink);

}  // namespace sluice
