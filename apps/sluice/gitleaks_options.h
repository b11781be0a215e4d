// What the command line of `sluice dir`, `sluice stdin`, `sluice detect`, `sluice
// protect` and, with gitleaks' own flags, `sluice git` asks for: gitleaks' flags, with gitleaks' meaning.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "options.h"

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

// Of `sluice git`.
struct GitleaksGitOptions {
  bool changes = false;  // --pre-commit or --staged
  bool staged = false;
  std::string log_options;  // as given
  std::vector<std::string>
      log_words;  // of them; see gitleaks/patch/log_options.h
  std::string platform;
};

struct GitleaksOptions {
  std::string target = ".";     // where its configuration is, too
  bool standard_input = false;  // is scanned, not the target
  // A path that `detect` and `protect` do not look at; empty: none.
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

// Whether the arguments, without the program's name, are to be read as gitleaks
// reads them: those of the commands above, and of `git` with a flag that
// gitleaks alone has.
bool is_gitleaks_command(std::span<const std::string> arguments);

// Errors: kUsage; GoFlags::kUnknownFlag in `sys_errno` if it is for that.
Result<std::variant<GitleaksOptions, PrintAndExit>> parse_gitleaks_options(
    std::span<const std::string> arguments);

}  // namespace sluice
