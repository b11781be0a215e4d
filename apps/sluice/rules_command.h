// `sluice rules`: what rules there are, and whether they work.
#pragma once

#include "rules_options.h"

namespace sluice {

// Returns the exit code.
Result<int> run_rules(const RulesOptions& options);

}  // namespace sluice
