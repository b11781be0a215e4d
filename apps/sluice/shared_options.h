// Options that several commands have: of what is looked for, in which files,
// and how it is told. Thread-safety: none is needed; called once, at start.
#pragma once

#include <optional>
#include <string>

#include "command_line.h"
#include "options.h"
#include "report_words.h"

namespace sluice {

// What CLI11 stores, before it becomes ScanOptions. Stays where it is.
struct RawOptions {
  std::optional<ReportWords> reports;  // from describe_report() on
  std::string color = "auto";
  std::string min_confidence = "medium";
  bool no_ignore = false;
};

void describe_search(CLI::App* app, ScanOptions* options, RawOptions* raw);
void describe_filter(CLI::App* app, ScanOptions* options, RawOptions* raw);
void describe_report(CLI::App* app, ScanOptions* options, RawOptions* raw);

// Brings what was parsed into `*options`. Errors: kUsage.
Result<void> settle(const RawOptions& raw, ScanOptions* options);

}  // namespace sluice
