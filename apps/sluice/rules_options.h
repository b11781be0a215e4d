// The options of `sluice rules`.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "options.h"

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

bool is_rules_command(std::span<const std::string> arguments);

// `arguments` begin with "rules". Errors: ErrorCode::kUsage.
Result<std::variant<RulesOptions, PrintAndExit>> parse_rules_options(
    std::span<const std::string> arguments);

}  // namespace sluice
