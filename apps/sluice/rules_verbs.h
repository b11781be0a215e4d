// The commands of `sluice rules`, one file for each. Each writes to `output`,
// which the caller flushes, and returns the exit code.
// Thread-safety: none is needed; called by the main thread.
#pragma once

#include "base/error.h"
#include "report/output/output.h"
#include "rules_options.h"

namespace sluice {

enum RulesExitCode { kRulesGood = 0, kRulesBad = 1 };

Result<int> list_rules(const RulesOptions& options, Output& output);
Result<int> show_rules(const RulesOptions& options, Output& output);
Result<int> check_rules(const RulesOptions& options, Output& output);
Result<int> test_rules(const RulesOptions& options, Output& output);

}  // namespace sluice
