// What the command line of `sluice rules` asks for.
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
  std::vector<std::string> words;  // list: filters; show: ids; others: files
  // Of list and show.
  std::string config;  // a rule file; empty: what a scan here would use
  Format format = Format::kPretty;
  Color color = Color::kAuto;
  // Of show and test.
  bool show_secrets = false;
  // Of check and test: the files are one set, read as the default rules are.
  bool strict = false;
  // Of check.
  std::string sample;  // a file to measure on; empty: a made-up text
  bool costs = false;
};

bool is_rules_command(std::span<const std::string> arguments);

// `arguments` begin with "rules". Errors: ErrorCode::kUsage, with what to do
// about it.
Result<std::variant<RulesOptions, PrintAndExit>> parse_rules_options(
    std::span<const std::string> arguments);

}  // namespace sluice
