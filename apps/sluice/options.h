// What the command line of `sluice scan` asks for.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "archive/bounds.h"
#include "base/error.h"
#include "decode/coding.h"
#include "finding/shard.h"
#include "help.h"
#include "policy/policy_source.h"
#include "report_outputs.h"
#include "rules/rule.h"
#include "sandboxing.h"
#include "scan/files_ahead.h"
#include "settings_table.h"

namespace sluice {

enum class Color { kAuto, kAlways, kNever };

// More would only wait for each other; each holds its buffer and scratch.
inline constexpr unsigned kMaxWorkers = 1024;

// What is done with what is found.
enum class ScanTask { kReport, kWriteBaseline, kPruneBaseline };

struct ScanOptions {
  ScanTask task = ScanTask::kReport;
  std::vector<std::string> paths;  // "-" is standard input
  bool names_no_path = false;      // "." is meant, then
  std::vector<ReportRequest> reports;
  std::string config;      // a rule file; empty: none was named
  bool no_config = false;  // use none
  // Where the files lie that the scanned tree brings.
  PolicySource foreign;
  // The configuration that was found: the one above, or another.
  std::optional<ConfigFile> configuration;
  unsigned workers = 1;
  std::vector<std::string> listed;  // those of --files-from
  std::optional<Shard> shard;       // nothing: all of it
  bool ignore_files = true;
  std::vector<std::string> exclude;
  std::vector<std::string> include;
  bool follow = false;
  bool one_filesystem = false;
  std::size_t max_depth = std::numeric_limits<std::size_t>::max();
  bool list_files = false;
  bool null = false;  // end each listed path with a NUL
  std::vector<std::string> explain_skip;
  Confidence min_confidence = Confidence::kMedium;
  std::vector<std::string> enable_rules;  // empty: all
  std::vector<std::string> disable_rules;
  // How messages call the two: by their option, variable or place in a file.
  std::string enabled_by;
  std::string disabled_by;
  std::vector<std::string> baselines;
  // A configuration of the scanned tree names them: paths in `foreign`.
  bool foreign_baselines = false;
  bool ignore_baseline = false;
  bool ignore_allow = false;
  bool show_secrets = false;
  std::optional<unsigned> redact;  // percent of a secret
  unsigned decode_depth = kDecodeDepth;
  bool explain_drops = false;
  Color color = Color::kAuto;
  bool verbose = false;
  ArchiveBounds archives;
  IoMode io = IoMode::kAuto;
  SandboxMode sandbox = SandboxMode::kAuto;
  std::uint64_t max_memory = 0;  // bytes; 0: what the workers need
  bool stats = false;
  bool require_files = false;  // to scan none is to be incomplete
  bool quiet = false;          // findings, and what could not be read, alone
  bool progress = true;        // a line of it, where there is a terminal
};

// Where a configuration and baselines are looked for: in the one directory that
// is scanned, or else in the working directory, as when a hook names files.
std::string scan_home(const std::vector<std::string>& paths);

// A text to print on standard output, and no more to do (--help, --version).
struct PrintAndExit {
  std::string text;
  std::vector<OptionInfo> options;  // those that a help page lists
};

// What the command line, variables and a configuration ask for (settings.h); or
// the text that it asks for. Errors: ErrorCode::kUsage, with what to do about
// it; kConfig.
Result<std::variant<ScanOptions, PrintAndExit>> parse_options(
    std::vector<std::string> arguments);

}  // namespace sluice
