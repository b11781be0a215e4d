#include "sluice/scan/text_scanner.h"

#include <utility>

#include "fs/memory_bytes.h"

namespace sluice {

Result<std::unique_ptr<TextScanner>> TextScanner::create(
    const ScanOptions& options) {
  SLUICE_TRY_ASSIGN(std::unique_ptr<ScanSetup> setup, prepare_scan(options));
  return std::unique_ptr<TextScanner>(
      new TextScanner(std::move(setup), options));
}

TextScanner::TextScanner(std::unique_ptr<ScanSetup> setup,
                         const ScanOptions& options)
    : setup_(std::move(setup)),
      options_(pipeline_options(*setup_, options)),
      pipeline_(nullptr, *setup_->engine, *setup_->judge, options_) {}

WholeReports TextScanner::scan(const std::string& path, std::string_view text) {
  return whole_reports(pipeline_, FileToScan{.path = path},
                       std::make_unique<MemoryBytes>(text));
}

Result<RedactedText> TextScanner::redact(const std::string& path,
                                         std::string_view text,
                                         const RedactChoices& choices,
                                         SecretNumbers* numbers) {
  if (!redactor_) redactor_.emplace(*setup_->engine, *setup_->judge, options_);
  const FileToScan file{.path = path};
  const MemoryBytes bytes(text);
  RedactedText result;
  result.text.reserve(text.size());
  SLUICE_TRY_ASSIGN(
      const Redacted redacted,
      redactor_->redact({.file = file, .bytes = bytes}, choices, numbers,
                        [&](std::string_view more) -> Result<void> {
                          result.text += more;
                          return {};
                        }));
  if (!redacted.incomplete.empty())
    return fail(ErrorCode::kIo, "not redacted to its end: {}",
                redacted.incomplete);
  result.places = redacted.places;
  return result;
}

}  // namespace sluice
