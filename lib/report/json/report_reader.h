// Reads our own reports (json and jsonl, schema "sluice/1") back, streaming,
// and brings them to another report. Thread-safety: one thread. Memory: a batch
// of findings, the coverage, and the rules that fired. Errors: kConfig for what
// is no report of ours or was cut off, in one line that quotes nothing of it;
// those of the sink.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/error.h"
#include "finding/sink.h"

namespace sluice {

// What a report says before its findings.
struct ReportHead {
  std::string version;
  std::size_t rules = 0;
  std::string rules_sha256;
  bool shows_secrets = false;
  std::string path_prefix;  // bytes

  ToolInfo tool() const { return {version, rules_sha256, {.rules = rules}}; }
};

struct ReadReport {
  std::uint64_t findings = 0;
  std::uint64_t dropped = 0;  // candidates that the report lists: passed over
};

// Fills a buffer with at most `size` bytes; 0 means the end.
using ReadBytes =
    std::function<Result<std::size_t>(char* bytes, std::size_t size)>;

// Gives the sink, once the head is known; it must stay until the end.
using SinkForHead = std::function<Result<FindingSink*>(const ReportHead&)>;

// With `secret_alone`, what surrounds a secret is left out of its match and its
// excerpt, so that masking the secret is enough: other secrets may stand there
// that are not in the report.
Result<ReadReport> read_report(const ReadBytes& read, bool secret_alone,
                               const SinkForHead& sink);

}  // namespace sluice
