// The commands of `sluice rules`: their options, and a file for each.
// Thread-safety: none is needed; called by the main thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "report/output/output.h"
#include "sluice/scan/scan_options.h"

namespace sluice {

enum class Format : std::uint8_t { kPretty, kJson };
enum class RulesVerb : std::uint8_t { kList, kShow, kCheck, kTest };

struct RulesOptions {
  RulesVerb verb = RulesVerb::kList;
  // list: filters; show: ids; other verbs: files
  std::vector<std::string> words;
  // For list and show.
  std::string config;  // a rule file; empty for the rules that a scan would use
  Format format = Format::kPretty;
  Color color = Color::kAuto;
  // For show and test.
  bool show_secrets = false;
  // For check and test: the files form one set, read like the default rules.
  bool strict = false;
  // For check.
  std::string sample;  // a file to measure on; empty for a generated text
  bool costs = false;
};

// `arguments` begin with "rules". Errors: ErrorCode::kUsage.
Result<std::variant<RulesOptions, PrintAndExit>> parse_rules_options(
    std::span<const std::string> arguments);

enum RulesExitCode { kRulesGood = 0, kRulesBad = 1 };

// Runs the command of `options.verb`. Returns the exit code.
Result<int> run_rules(const RulesOptions& options);

// Each writes to `output`, which the caller flushes, and returns the exit code.
Result<int> list_rules(const RulesOptions& options, Output& output);
Result<int> show_rules(const RulesOptions& options, Output& output);
Result<int> check_rules(const RulesOptions& options, Output& output);
Result<int> test_rules(const RulesOptions& options, Output& output);

}  // namespace sluice
