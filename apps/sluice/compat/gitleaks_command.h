// The commands that work as gitleaks does (compat/gitleaks/scan/scan.h):
// `sluice dir`, `stdin`, `detect`, `protect` and, with a flag that only
// gitleaks has, `git`. Flags have gitleaks' meaning.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "sluice/scan/scan_options.h"

namespace sluice {

enum class LogLevel : std::uint8_t {
  kTrace,
  kDebug,
  kInfo,
  kWarn,
  kError,
  kFatal
};

enum class GitleaksFormat : std::uint8_t {
  kJson,
  kCsv,
  kJunit,
  kSarif,
  kTemplate
};

// The options of `sluice git`.
struct GitleaksGitOptions {
  bool changes = false;  // --pre-commit or --staged
  bool staged = false;
  std::string log_options;  // as given
  // The words of `log_options`; see gitleaks/patch/log_options.h.
  std::vector<std::string> log_words;
  std::string platform;
};

struct GitleaksOptions {
  std::string target = ".";     // scanned; may contain a configuration
  bool standard_input = false;  // scanned instead of the target
  // A path argument, which `detect` and `protect` ignore. Empty if there is
  // none.
  std::string unread_word;
  std::string config;
  int exit_code = 1;  // if there are leaks
  std::string report_path;
  GitleaksFormat report_format = GitleaksFormat::kJson;  // if there is a path
  std::string template_path;                             // with kTemplate
  std::string baseline_path;
  LogLevel log_level = LogLevel::kInfo;
  std::string unknown_log_level;
  bool verbose = false;
  bool no_color = false;
  std::uint64_t max_megabytes = 0;
  bool ignore_allow_comments = false;
  std::uint64_t redact = 0;  // percent
  std::vector<std::string> enabled_rules;
  std::string ignore_path = ".";
  int max_decode_depth = 5;
  unsigned max_archive_depth = 0;
  std::int64_t timeout_s = 0;
  bool follow_symlinks = false;
  std::optional<GitleaksGitOptions> git;
};

// Whether to read the arguments, without the program's name, as gitleaks reads
// them. True for the commands above, and for `git` with a flag that only
// gitleaks has.
bool is_gitleaks_command(std::span<const std::string> arguments);

// Errors: kUsage. `sys_errno` is GoFlags::kUnknownFlag if a flag is unknown.
Result<std::variant<GitleaksOptions, PrintAndExit>> parse_gitleaks_options(
    std::span<const std::string> arguments);

// Returns the exit code.
Result<int> run_gitleaks_command(const GitleaksOptions& options);

}  // namespace sluice
