// The options of `sluice scan`.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "archive/bounds.h"
#include "base/error.h"
#include "finding/shard.h"
#include "policy/organisation_policy.h"
#include "policy/policy_source.h"
#include "rules/rule.h"
#include "scan/run/files_ahead.h"
#include "scan/value/scan_choices.h"
#include "sluice/help/help.h"
#include "sluice/report/report_outputs.h"
#include "sluice/scan/sandboxing.h"
#include "sluice/settings/settings_table.h"
#include "walk/walk_options.h"

namespace sluice {

enum class Color { kAuto, kAlways, kNever };

// More workers would only wait for each other, and each needs memory.
inline constexpr unsigned kMaxWorkers = 1024;

// The purpose of the scan.
enum class ScanTask {
  kReport,
  kWriteBaseline,
  kPruneBaseline,
  kAddToBaseline,
  kRemoveFromBaseline,
  kListBaseline,
  kExplain,
};

struct ScanOptions {
  ScanTask task = ScanTask::kReport;
  std::vector<std::string> paths;  // "-" is standard input
  bool names_no_path = false;      // no path was given, so it is "."
  std::vector<ReportRequest> reports;
  std::string config;      // a rule file; empty if none was named
  bool no_config = false;  // use no configuration
  std::string policy;      // a file of the organisation's policy, or empty
  OrganisationPolicy organisation;
  std::string user_settings;  // the user's file, if it sets anything
  // A sentence for each thing that a lower layer tried and the organisation
  // does not allow; and whether these were told before.
  std::vector<std::string> refused;
  bool told_refused = false;
  // The place of the configuration and baselines of the scanned tree.
  PolicySource foreign;
  // The configuration in use: `config` or another one.
  std::optional<ConfigFile> configuration;
  unsigned workers = 1;
  // The places that `explain` and `baseline add`, `remove` and `list` are asked
  // about. `reason` and `until` are the reason and the last day of `add`.
  std::vector<std::string> targets;
  std::string reason;
  std::string until;
  std::vector<std::string> listed;  // the paths of --files-from
  std::optional<Shard> shard;       // empty for the whole scan
  std::vector<std::string> exclude;
  std::vector<std::string> include;
  // Without the git and the filter, which walk_options() adds.
  WalkOptions walk;
  bool list_files = false;
  bool null = false;  // end each listed path with a NUL
  std::vector<std::string> explain_skip;
  ScanChoices choices{.min_confidence = Confidence::kMedium};
  bool confidence_by_policy = false;      // the configuration asked for that
  std::vector<std::string> enable_rules;  // empty for all rules
  std::vector<std::string> disable_rules;
  // The names of these two in messages: an option, a variable or a place in a
  // file.
  std::string enabled_by;
  std::string disabled_by;
  std::vector<std::string> baselines;
  // The baselines are paths in `foreign`: a configuration of the scanned tree
  // names them.
  bool foreign_baselines = false;
  bool ignore_baseline = false;
  bool ignore_allow = false;
  bool show_secrets = false;
  Color color = Color::kAuto;
  bool verbose = false;
  ArchiveBounds archives;
  IoMode io = IoMode::kAuto;
  SandboxMode sandbox = SandboxMode::kAuto;
  std::uint64_t max_memory = 0;  // bytes; 0 means what the workers need
  bool stats = false;
  bool require_files = false;  // no scanned file means incomplete
  DropChoice drops;            // which of them --explain-drops lists
  bool quiet = false;          // print only findings and unreadable files
  bool progress = true;        // show progress on a terminal
};

// Returns the directory of the configuration and the baselines: the scanned
// directory if there is exactly one, else the working directory, as when a hook
// names files.
std::string scan_home(const std::vector<std::string>& paths);

// A text to print on standard output before the program ends (--help,
// --version).
struct PrintAndExit {
  std::string text;
  std::vector<OptionInfo> options;  // the options on a help page
};

// Parses the command line, the environment and the configuration (settings.h).
// Returns the options, or a text to print. Errors: ErrorCode::kUsage; kConfig.
Result<std::variant<ScanOptions, PrintAndExit>> parse_options(
    std::vector<std::string> arguments);

}  // namespace sluice
