// Puts a rule file over the one that it extends, as gitleaks does.
// Thread-safety: pure functions on values.
#pragma once

#include "rules/rule_file.h"
#include "rules/rule_set.h"

namespace sluice {

// Merges `base` into `current`. The result has the rules of `current` first,
// then those that only `base` has, except those that `current` disables. If
// both have a rule, the settings in `current` win; lists are appended to the
// base's. `skip_report` and `required` stay the base's. Allowlists that name
// their rules (targetRules) count only in the outermost file. Settings without
// effect are warned of in `current`'s context.
void extend(RuleFile& current, const RuleFile& base);

// The default rules, which have the part of a file that is extended.
RuleFile file_of(const RuleSet& rules);

}  // namespace sluice
