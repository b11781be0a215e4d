// Options that several commands have: of what is looked for, in which files,
// and how it is told. Thread-safety: none is needed; called once, at start.
#pragma once

#include <string>

#include "command_line.h"
#include "options.h"

namespace sluice {

// What CLI11 stores, before it becomes ScanOptions.
struct RawOptions {
  std::string format = "pretty";
  std::string color = "auto";
  std::string min_confidence = "medium";
  bool no_ignore = false;
};

void describe_search(CLI::App* app, ScanOptions* options, RawOptions* raw);
void describe_filter(CLI::App* app, ScanOptions* options, RawOptions* raw);
void describe_report(CLI::App* app, ScanOptions* options, RawOptions* raw);

// Brings what was parsed into `*options`.
void settle(const RawOptions& raw, ScanOptions* options);

}  // namespace sluice
