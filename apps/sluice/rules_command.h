// `sluice rules`: lists, explains, checks and tests rules.
#pragma once

#include "rules_options.h"

namespace sluice {

// Returns the exit code.
Result<int> run_rules(const RulesOptions& options);

}  // namespace sluice
