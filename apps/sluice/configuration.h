// The rules of a command: those of a configuration, where there is one
// (rules/config_search.h), or else the default ones.
// Thread-safety: none is needed; called once, at start.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "rules/config_search.h"
#include "rules/rule_set.h"

namespace sluice {

struct Configuration {
  RuleSet rules;
  std::string name;           // as the user knows it; empty: the default rules
  std::string settings_name;  // the file of the settings, if there is one
  // The rules stand in what is scanned.
  bool in_target = false;
  std::vector<std::string> warnings;

  bool is_default() const { return name.empty(); }
};

// `option` is the value of --config; `target` what is scanned, "." for standard
// input. Error: kConfig, one line, for a configuration that cannot be read.
Result<std::optional<FoundConfig>> find_configuration(
    const std::string& option, const std::string& target);

// Of the default rules if there is none. Error: kConfig, one line, for one that
// is none.
Result<Configuration> load_configuration(
    const std::optional<FoundConfig>& found);

// Both in one.
Result<Configuration> load_configuration(const std::string& option,
                                         const std::string& target);

}  // namespace sluice
