// The options that several commands have. Thread-safety: none is needed; called
// once, at start.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sluice/command_line/command_line.h"
#include "sluice/report/report_words.h"
#include "sluice/scan/scan_options.h"
#include "sluice/settings/settings.h"

namespace sluice {

// The values that CLI11 stores before settle() turns them into ScanOptions.
// CLI11 keeps pointers to it, so it must not be moved.
struct RawOptions {
  std::optional<ReportWords> reports;  // set by describe_report()
  std::string color = "auto";
  std::string explain_drops;  // "true", or names of reasons
  std::string min_confidence = "medium";
  std::string io = "auto";
  std::string diff = "auto";
  std::string max_memory;
  std::string max_file_size;
  std::string shard;
  // Sizes. An empty text means the default of ArchiveBounds.
  std::string archive_bytes;
  std::string archive_total;
  std::uint64_t archive_seconds = 0;
  std::string sandbox = "auto";
  bool no_ignore = false;
  bool no_require_git = false;
  bool no_progress = false;
  // Means that no percentage was given; finding/mask.h decides then.
  static constexpr unsigned kDefaultMask = ~0U;
  unsigned redact = kDefaultMask;
};

// Each declares a group of options, in the order in which help pages list them.
void describe_report(CLI::App* app, ScanOptions* options, RawOptions* raw);
void describe_search(CLI::App* app, ScanOptions* options, RawOptions* raw);
void describe_filter(CLI::App* app, ScanOptions* options, RawOptions* raw);
// More of it for what walks through directories.
void describe_tree(CLI::App* app, RawOptions* raw);
void describe_archives(CLI::App* app, ScanOptions* options, RawOptions* raw);
void describe_running(CLI::App* app, ScanOptions* options, RawOptions* raw);
// Continues the group of describe_running().
void describe_resources(CLI::App* app, ScanOptions* options, RawOptions* raw);

// Finds the configuration, then fills the options that the command line did not
// set: from environment variables, else from the configuration. Warns on
// standard error of variables whose names look mistyped. `options->paths` must
// be set. Errors: kUsage, kConfig.
Result<void> settle_settings(Settings& settings, ScanOptions* options);

// For commands that take texts, not files: what they share of a scan's options.
// No baseline is read, because a known secret is still a secret.
void describe_text_search(CLI::App* app, ScanOptions* options, RawOptions* raw);
// settle_settings() for these. Errors: kUsage, kConfig.
Result<void> settle_text_search(Settings& settings, const RawOptions& raw,
                                ScanOptions* options);
// Servers also read files, so baselines and ignore files count.
void describe_server_search(CLI::App* app, ScanOptions* options,
                            RawOptions* raw);
Result<void> settle_server_search(Settings& settings, const RawOptions& raw,
                                  ScanOptions* options);
// Converts `raw` and stores it in `*options`. Error: kUsage.
Result<void> settle(const RawOptions& raw, ScanOptions* options);

}  // namespace sluice
