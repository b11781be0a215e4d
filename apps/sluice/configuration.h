// The rules of a command: those of a configuration, where there is one
// (policy/config_search.h), or else the default ones.
// Thread-safety: none is needed; called once, at start.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "policy/config_search.h"
#include "rules/policy.h"
#include "rules/rule_set.h"
#include "settings_table.h"

namespace sluice {

struct Configuration {
  RuleSet rules;
  std::string name;  // as the user knows it; empty: the default rules
  // The rules stand in what is scanned.
  bool in_target = false;
  // Of the rules, but for those that options turn off.
  Policy policy;
  std::vector<std::string> warnings;

  bool is_default() const { return name.empty(); }
};

// `option` is the value of --config; `target` has what is scanned. Error:
// kConfig, one line, for a configuration or settings that cannot be read.
Result<std::optional<ConfigFile>> find_configuration(
    const std::string& option, const PolicySource& target);

// Of the default rules if there is none. `target` is where it was found. Error:
// kConfig, one line, for one that is none.
Result<Configuration> load_configuration(const std::optional<ConfigFile>& found,
                                         const PolicySource& target);

// Both in one, of the directory `target` as it lies there.
Result<Configuration> load_configuration(const std::string& option,
                                         const std::string& target);

// Prints the warnings on standard error: the first few, and how many there are.
void tell_warnings(const std::vector<std::string>& warnings);

}  // namespace sluice
