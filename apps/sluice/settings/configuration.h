// The rules of a command: those of its configuration (policy/config_search.h),
// or the default rules if there is none.
// Thread-safety: none is needed; called once, at start.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "policy/config_search.h"
#include "policy/organisation_policy.h"
#include "rules/expression.h"
#include "rules/policy.h"
#include "rules/rule_set.h"
#include "sluice/settings/settings_table.h"

namespace sluice {

struct Configuration {
  RuleSet rules;
  std::string name;  // for messages; empty if the default rules are used
  // Whether the configuration lies in the scanned tree.
  bool in_target = false;
  // Does not count the rules that options turn off.
  Policy policy;
  std::vector<std::string> warnings;
  // A sentence for each thing that it tried and the organisation's policy does
  // not allow.
  std::vector<std::string> refused;

  bool is_default() const { return name.empty(); }
};

// Finds the configuration. `option` is the value of --config, `target` is the
// scanned tree. Error: kConfig, one line, if the configuration or its settings
// cannot be read.
Result<std::optional<ConfigFile>> find_configuration(
    const std::string& option, const PolicySource& target);

// Loads the rules of the configuration `found` in `target`, or the default
// rules. The rules that the organisation requires are among them.
// Error: kConfig, one line, if the configuration is not valid.
Result<Configuration> load_configuration(
    const std::optional<ConfigFile>& found, const PolicySource& target,
    const OrganisationPolicy& organisation);

// Finds and loads the configuration of the directory `target`.
Result<Configuration> load_configuration(
    const std::string& option, const std::string& target,
    const OrganisationPolicy& organisation);

// Prints the first warnings on standard error, and the number of the others.
void tell_warnings(const std::vector<std::string>& warnings);

// Returns the language of betterleaks' expressions. Null if the program is
// built without compat/.
const ExpressionLanguage* expression_language();

}  // namespace sluice
