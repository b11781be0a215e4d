// Scans and redacts texts that are in memory, one after the other: for the
// commands that other programs call (hooks of agents, servers).
// Thread-safety: one thread at a time. Ownership: owns the parts of its scan;
// the findings point to the rules in it.
// Memory: the pipelines, which are used again for each text.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "redact/redactor.h"
#include "redact/replacement.h"
#include "redact/secret_numbers.h"
#include "scan/unit/pipeline.h"
#include "scan/unit/whole_report.h"
#include "sluice/scan/scan_setup.h"

namespace sluice {

struct RedactedText {
  std::string text;
  std::uint64_t places = 0;  // that were replaced
};

class TextScanner {
 public:
  // Uses the configuration, the rules and the baselines that a scan with these
  // options would use. Errors: those of prepare_scan().
  static Result<std::unique_ptr<TextScanner>> create(
      const ScanOptions& options);

  // `path` is the name by which the text is judged and reported: relative to
  // the scanned directory, or "-". Archives are scanned as the bytes that they
  // are.
  WholeReports scan(const std::string& path, std::string_view text);

  // Errors: kUsage if the text is an archive; kIo if it was not read to its
  // end.
  Result<RedactedText> redact(const std::string& path, std::string_view text,
                              const RedactChoices& choices,
                              SecretNumbers* numbers);

  const ScanSetup& setup() const { return *setup_; }

 private:
  TextScanner(std::unique_ptr<ScanSetup> setup, const ScanOptions& options);

  const std::unique_ptr<ScanSetup> setup_;
  const PipelineOptions options_;
  Pipeline pipeline_;
  std::optional<Redactor> redactor_;  // made for the first text
};

}  // namespace sluice
