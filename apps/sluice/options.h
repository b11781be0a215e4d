// What the command line of `sluice scan` asks for.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "rules/rule.h"
#include "scan/files_ahead.h"

namespace sluice {

enum class Format { kPretty, kJson };
enum class Color { kAuto, kAlways, kNever };

// More would only wait for each other; each holds its buffer and scratch.
inline constexpr unsigned kMaxWorkers = 1024;

struct ScanOptions {
  std::vector<std::string> paths;  // "-" is standard input
  Format format = Format::kPretty;
  std::string config;  // a rule file; empty: the embedded rules
  unsigned workers = 1;
  std::vector<std::string> listed;  // those of --files-from
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
  bool show_secrets = false;
  bool explain_drops = false;
  Color color = Color::kAuto;
  bool verbose = false;
  IoMode io = IoMode::kAuto;
  std::uint64_t max_memory = 0;  // bytes; 0: what the workers need
  bool stats = false;
};

// A text to print on standard output, and no more to do (--help, --version).
struct PrintAndExit {
  std::string text;
};

// Errors: ErrorCode::kUsage, with what to do about it.
Result<std::variant<ScanOptions, PrintAndExit>> parse_options(
    int argc, const char* const* argv);

}  // namespace sluice
