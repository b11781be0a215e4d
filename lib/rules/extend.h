// Puts a rule file over the one that it extends, as gitleaks does.
// Thread-safety: pure functions on values.
#pragma once

#include "rules/rule_file.h"
#include "rules/rule_set.h"

namespace sluice {

// Afterwards `current` holds all: its own rules first, then those that only
// `base` has, but for those that it disables. What `current` says of a rule
// that both have goes over what `base` says; lists are appended to the base's.
// `skip_report` and `required` stay the base's. Allowlists that name their
// rules (targetRules) count only if they stand in the outermost file. What has
// no effect is warned of in `current`'s context.
void extend(RuleFile& current, const RuleFile& base);

// The default rules, which have the part of a file that is extended.
RuleFile file_of(const RuleSet& rules);

}  // namespace sluice
