// Options that several commands have: what is looked for, in which files, and
// how it is reported. Thread-safety: none is needed; called once, at start.
#pragma once

#include <optional>
#include <string>

#include "command_line.h"
#include "options.h"
#include "report_words.h"
#include "settings.h"

namespace sluice {

// What CLI11 stores, before it becomes ScanOptions. Stays where it is.
struct RawOptions {
  std::optional<ReportWords> reports;  // from describe_report() on
  std::string color = "auto";
  std::string min_confidence = "medium";
  std::string io = "auto";
  std::string max_memory;
  std::string shard;
  // Sizes; empty: those of ArchiveBounds.
  std::string archive_bytes;
  std::string archive_total;
  std::uint64_t archive_seconds = 0;
  std::string sandbox = "auto";
  bool no_ignore = false;
  bool no_progress = false;
  // No percentage: finding/mask.h decides.
  static constexpr unsigned kDefaultMask = ~0U;
  unsigned redact = kDefaultMask;
};

void describe_filter(CLI::App* app, ScanOptions* options, RawOptions* raw);
void describe_search(CLI::App* app, ScanOptions* options, RawOptions* raw);
void describe_archives(CLI::App* app, ScanOptions* options, RawOptions* raw);
void describe_known(CLI::App* app, ScanOptions* options);
void describe_report(CLI::App* app, ScanOptions* options, RawOptions* raw);
void describe_sandbox(CLI::App* app, RawOptions* raw);
void describe_resources(CLI::App* app, ScanOptions* options, RawOptions* raw);

// Finds the configuration and takes what the command line left open from
// variables and from it. Warns on standard error of variables whose names look
// mistyped. `options->paths` are known. Errors: kUsage, kConfig.
Result<void> settle_settings(Settings& settings, ScanOptions* options);

// Brings what was parsed into `*options`. Error: kUsage.
Result<void> settle(const RawOptions& raw, ScanOptions* options);

}  // namespace sluice
