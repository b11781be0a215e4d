// Parses our own reports (json and jsonl, schema "sluice/1"), streaming.
// Thread-safety: one thread. Memory: a finding, and the coverage. Errors:
// kConfig for a text that is no report of ours or was cut off, in one line that
// quotes nothing of it; those of the events.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "base/error.h"
#include "finding/sink.h"

namespace sluice {

// The part of a report before its findings.
struct ReportHead {
  std::string version;
  std::size_t rules = 0;
  std::string rules_sha256;
  bool shows_secrets = false;
  std::string path_prefix;  // bytes

  ToolInfo tool() const { return {version, rules_sha256, {.rules = rules}}; }
};

// Fills a buffer with at most `size` bytes; 0 means the end.
using ReadBytes =
    std::function<Result<std::size_t>(char* bytes, std::size_t size)>;

// The parts of a report in its order: the head, findings and dropped
// candidates, and the coverage. An error ends the reading. A member of the
// wrong kind may be reported by nlohmann's exceptions.
class ReportEvents {
 public:
  virtual ~ReportEvents() = default;
  virtual Result<void> head(const ReportHead& head) = 0;
  virtual Result<void> finding(const nlohmann::ordered_json& json) = 0;
  virtual void dropped() = 0;
  virtual void coverage(Coverage coverage) = 0;
};

Result<void> parse_report(const ReadBytes& read, ReportEvents& events);

}  // namespace sluice
